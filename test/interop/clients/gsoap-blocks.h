// The header blocks that the call may carry, and the one that may come back, for soapcpp2.
//gsoap ticket schema namespace: urn:example:ticket
//gsoap ticket schema elementForm: qualified
//gsoap trace schema namespace: urn:example:trace
//gsoap trace schema elementForm: qualified
struct SOAP_ENV__Header {
  mustUnderstand char *ticket__Ticket;
  mustUnderstand char *trace__Trace;
  char *trace__Traced;
  // Without it a fault that says which block was not understood cannot be read.
  char *SOAP_ENV__NotUnderstood;
};
