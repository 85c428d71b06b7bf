// Calls the service of SOAPBuilders by gSOAP, by stubs of its WSDL: its URL as argument, lines of results out.
#include "InteropRpc.nsmap"
#include "soapH.h"
#include <iostream>

static void tell(struct soap *soap, const char *name, int status, const std::string &value) {
  if (status == SOAP_OK) std::cout << name << "=" << value << std::endl;
  else {
    soap_stream_fault(soap, std::cout);
    exit(1);
  }
}

static s__List *list(struct soap *soap, int number, const char *text, s__List *child) {
  s__List *made = soap_new_s__List(soap);
  made->varInt = number;
  made->varString = text;
  made->child = child;
  return made;
}

int main(int, char **arguments) {
  const char *url = arguments[1], *action = "http://soapinterop.org/";
  struct soap *soap = soap_new1(SOAP_XML_GRAPH | SOAP_C_UTFSTRING);
  soap->connect_timeout = soap->recv_timeout = soap->send_timeout = 20;

  std::string text;
  std::string given = "gr\xc3\xbc\xc3\x9f <&> dich";
  int status = soap_call_i__echoString(soap, url, action, given, text);
  tell(soap, "echoString", status, text);

  int integer;
  status = soap_call_i__echoInteger(soap, url, action, -42, integer);
  tell(soap, "echoInteger", status, std::to_string(integer));

  ArrayOfint numbers;
  int three[] = {1, 2, 3};
  numbers.__ptr = three;
  numbers.__size = 3;
  i__echoIntegerArrayResponse integers;
  status = soap_call_i__echoIntegerArray(soap, url, action, &numbers, integers);
  std::string joined;
  if (status == SOAP_OK)
    for (int n = 0; n < integers._return_->__size; n += 1)
      joined += std::to_string(integers._return_->__ptr[n]);
  tell(soap, "echoIntegerArray", status, joined);

  s__SOAPStruct one;
  one.varString = "arg";
  one.varInt = 34;
  one.varFloat = 1.5;
  s__SOAPStruct *both[] = {&one, &one};
  ArrayOfSOAPStruct structs;
  structs.__ptr = both;
  structs.__size = 2;
  i__echoStructArrayResponse two;
  status = soap_call_i__echoStructArray(soap, url, action, &structs, two);
  bool shared = status == SOAP_OK && two._return_->__ptr[0] == two._return_->__ptr[1];
  tell(soap, "echoStructArray", status, two._return_ ? two._return_->__ptr[1]->varString : "");
  tell(soap, "shared", status, shared ? "true" : "false");

  i__echoLinkedListResponse back;
  s__List *plain = list(soap, 1, "a", list(soap, 2, "b", NULL));
  status = soap_call_i__echoLinkedList(soap, url, action, plain, back);
  bool ends = status == SOAP_OK && !back._return_->child->child;
  tell(soap, "echoLinkedList", status, ends ? back._return_->child->varString : "no end");

  s__List *cycle = list(soap, 1, "a", NULL);
  cycle->child = list(soap, 2, "b", cycle);
  status = soap_call_i__echoLinkedList(soap, url, action, cycle, back);
  bool same = status == SOAP_OK && back._return_->child->child == back._return_;
  tell(soap, "cycle", status, same ? "true" : "false");
  return 0;
}
