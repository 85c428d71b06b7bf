// gSOAP's operations of the benchmark, for soapcpp2.
//gsoap c service name: bench
//gsoap c service style: document
//gsoap c service encoding: literal
//gsoap c schema namespace: urn:example:calculator
//gsoap c schema elementForm: qualified
//gsoap e schema namespace: urn:example:echo
//gsoap e schema elementForm: qualified
struct c__AddResponse { int result; };
int c__Add(int a, int b, struct c__AddResponse &_return);
struct e__EchoResponse { std::string text; };
int e__Echo(std::string text, struct e__EchoResponse &_return);
