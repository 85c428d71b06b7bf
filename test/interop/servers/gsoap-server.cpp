// A gSOAP server on a free port, which it prints: it ends with its standard input.
#include <fstream>
#include <iostream>
#include <poll.h>
#include <sstream>
#include <soapH.h>
#include <GShop.nsmap>

int g__EchoAll(soap *, g__All all, g__EchoAllResponse &out) {
  out.all = all;
  return SOAP_OK;
}

int g__EchoList(soap *, g__Words list, g__EchoListResponse &out) {
  out.list = list;
  return SOAP_OK;
}

int g__EchoOrder(soap *, g__Order order, g__EchoOrderResponse &out) {
  out.order = order;
  return SOAP_OK;
}

int g__Refuse(soap *soap, int code, g__RefuseResponse &out) {
  out.done = true;
  if (code == 0) return SOAP_OK;
  soap_sender_fault(soap, "Refused.", NULL);
  _g__Refused *refused = soap_new__g__Refused(soap, -1);
  refused->code = code;
  refused->why = "It is refused.";
  SOAP_ENV__Detail *detail = static_cast<SOAP_ENV__Detail *>(soap_malloc(soap, sizeof(SOAP_ENV__Detail)));
  soap_default_SOAP_ENV__Detail(soap, detail);
  detail->g__Refused = refused;
  if (soap->version == 2) soap->fault->SOAP_ENV__Detail = detail;
  else soap->fault->detail = detail;
  return SOAP_FAULT;
}

int g__Who(soap *soap, g__WhoResponse &out) {
  const char *user = soap->header ? soap->header->g__user : NULL;
  out.user = user ? user : "nobody";
  soap_header(soap);
  soap->header->g__user = NULL;
  soap->header->g__stamp = soap_strdup(soap, "seven");
  return SOAP_OK;
}

/** The document beside the program, with the address that is listened on. */
static int wsdl(soap *soap) {
  std::ifstream file("GShop.wsdl");
  std::stringstream text;
  text << file.rdbuf();
  soap->http_content = "text/xml; charset=utf-8";
  soap_response(soap, SOAP_FILE);
  soap_send(soap, text.str().c_str());
  return soap_end_send(soap);
}

int main() {
  soap soap;
  soap_init2(&soap, SOAP_IO_DEFAULT, SOAP_C_UTFSTRING);
  soap.mode |= SOAP_C_UTFSTRING;
  soap_set_omode(&soap, SOAP_C_UTFSTRING);
  soap_set_imode(&soap, SOAP_C_UTFSTRING);
  soap.fget = wsdl;
  soap.bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(&soap, "127.0.0.1", 0, 10))) return 1;
  sockaddr_in address;
  socklen_t size = sizeof address;
  getsockname(soap.master, reinterpret_cast<sockaddr *>(&address), &size);
  std::cout << "http://127.0.0.1:" << ntohs(address.sin_port) << "/" << std::endl;
  for (;;) {
    pollfd waits[] = {{soap.master, POLLIN, 0}, {0, POLLIN, 0}};
    poll(waits, 2, -1);
    if (waits[1].revents) return 0;
    if (!soap_valid_socket(soap_accept(&soap))) return 1;
    soap_serve(&soap);
    soap_destroy(&soap);
    soap_end(&soap);
  }
}
