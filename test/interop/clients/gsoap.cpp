/* One call by gSOAP with a WSDL: the call in lines of path and value, its answer in such lines. */
#include "Soap11.nsmap"
#include "soapH.h"
#include <iostream>
#include <map>
#include <string>

/* gSOAP gives a name as prefix:local or "namespace":local. */
static std::string local(const char *name) {
  const std::string whole = name ? name : "";
  return whole.substr(whole.rfind(':') + 1);
}

/* Detail that the WSDL knows is an object, and no text: its type says what it is. */
static bool is_division_by_zero(struct soap *soap) {
  const struct SOAP_ENV__Fault *fault = soap->fault;
  const struct SOAP_ENV__Detail *detail = fault->SOAP_ENV__Detail ? fault->SOAP_ENV__Detail : fault->detail;
  return detail && detail->__type == SOAP_TYPE__ns2__DivisionByZero;
}

int main() {
  std::map<std::string, std::string> call;
  for (std::string line; std::getline(std::cin, line);) {
    const auto space = line.find(' ');
    call[line.substr(0, space)] = line.substr(space + 1);
  }
  struct soap *soap = soap_new1(SOAP_C_UTFSTRING);
  if (call.count("header.name")) {
    soap_header(soap);
    char *value = soap_strdup(soap, call["header.value"].c_str());
    (call["header.name"] == "Ticket" ? soap->header->ticket__Ticket : soap->header->trace__Trace) = value;
    if (call["header.next"] == "true") {
      soap->actor = call["soap"] == "1.1" ? "http://schemas.xmlsoap.org/soap/actor/next"
                                          : "http://www.w3.org/2003/05/soap-envelope/role/next";
    }
  }

  const char *url = call["url"].c_str();
  const std::string operation = call["operation"];
  ns2__Operands operands;
  ns2__Result result;
  int status;
  if (operation == "Echo") {
    ns3__Text text, answer;
    text.text = call["parameters.text"];
    status = soap_call___ns1__Echo(soap, url, NULL, &text, answer);
    if (status == SOAP_OK) std::cout << "result " << answer.text << "\n";
  } else if (operation == "Record") {
    _ns4__Record record;
    record.id = call["parameters.id"];
    record.text = call["parameters.text"];
    status = soap_send___ns1__Record(soap, url, NULL, &record);
    if (status == SOAP_OK) status = soap_recv_empty_response(soap);
  } else {
    operands.a = std::stod(call["parameters.a"]);
    operands.b = std::stod(call["parameters.b"]);
    status = operation == "Add"        ? soap_call___ns1__Add(soap, url, NULL, &operands, result)
             : operation == "Subtract" ? soap_call___ns1__Subtract(soap, url, NULL, &operands, result)
             : operation == "Divide"   ? soap_call___ns1__Divide(soap, url, NULL, &operands, result)
                                       : soap_call___ns1__Multiply(soap, url, NULL, &operands, result);
    if (status == SOAP_OK) std::cout << "result " << result.result << "\n";
  }

  if (status != SOAP_OK) {
    soap_set_fault(soap);
    std::cout << "fault.code " << local(*soap_faultcode(soap)) << "\n"
              << "fault.reason " << *soap_faultstring(soap) << "\n";
    if (is_division_by_zero(soap)) std::cout << "fault.detail DivisionByZero\n";
  }
  if (soap->header && soap->header->trace__Traced) {
    std::cout << "headers.Traced " << soap->header->trace__Traced << "\n";
  }
  soap_destroy(soap);
  soap_end(soap);
  soap_free(soap);
}
