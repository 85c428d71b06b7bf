// What a gSOAP server offers: soapcpp2 makes its WSDL document of this file.
#import "stlvector.h"

//gsoap g service name: GShop
//gsoap g service namespace: urn:example:gsoap
//gsoap g service location: http://127.0.0.1/
//gsoap g service style: document
//gsoap g service encoding: literal
//gsoap g schema namespace: urn:example:gsoap
//gsoap g schema elementForm: qualified

typedef std::string xsd__decimal;
typedef std::string xsd__date;

class xsd__base64Binary {
  unsigned char *__ptr;
  int __size;
};

enum g__Color { red, green };

class g__All {
  std::string text;
  int number;
  LONG64 big;
  double real;
  xsd__decimal exact;
  bool flag;
  time_t at;
  xsd__date day;
  xsd__base64Binary bytes;
  enum g__Color color;
};

class g__Line {
  std::string item;
  int count;
};

class g__Customer {
  std::string name;
  std::string *city nullptr;
};

class g__Order {
  g__Customer customer;
  std::vector<g__Line> line;
  std::string *note 0;
};

class _g__Refused {
  int code;
  std::string why;
};

struct SOAP_ENV__Header {
  mustUnderstand char *g__user 0;
  char *g__stamp 0;
};

struct SOAP_ENV__Detail {
  int __type;
  void *fault;
  char *__any;
  _g__Refused *g__Refused 0;
};

class g__Words {
  std::vector<std::string> word;
};

//gsoap g service method-action: EchoAll urn:example:gsoap/EchoAll
int g__EchoAll(g__All all, struct g__EchoAllResponse { g__All all; } &out);

int g__EchoList(g__Words list, struct g__EchoListResponse { g__Words list; } &out);

int g__EchoOrder(g__Order order, struct g__EchoOrderResponse { g__Order order; } &out);

//gsoap g service method-fault: Refuse _g__Refused
int g__Refuse(int code, struct g__RefuseResponse { bool done; } &out);

//gsoap g service method-input-header-part: Who g__user
//gsoap g service method-output-header-part: Who g__stamp
int g__Who(struct g__WhoResponse { std::string user; } &out);
