// gSOAP with the operations of the benchmark: a thread for each connection, which is kept.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include "bench.nsmap"
#include "soapH.h"

int c__Add(struct soap *, int a, int b, struct c__AddResponse &answer) {
  answer.result = a + b;
  return SOAP_OK;
}

int e__Echo(struct soap *, std::string text, struct e__EchoResponse &answer) {
  answer.text = text;
  return SOAP_OK;
}

static void *serve(void *given) {
  struct soap *connection = static_cast<struct soap *>(given);
  pthread_detach(pthread_self());
  soap_serve(connection);
  soap_destroy(connection);
  soap_end(connection);
  soap_free(connection);
  return NULL;
}

int main() {
  // A client that has gone is no reason to end.
  signal(SIGPIPE, SIG_IGN);
  struct soap soap;
  soap_init1(&soap, SOAP_IO_KEEPALIVE);
  soap.max_keep_alive = 1000000000;
  soap.accept_flags = SO_LINGER;
  if (!soap_valid_socket(soap_bind(&soap, "127.0.0.1", 0, 100))) return 1;
  struct sockaddr_in bound;
  socklen_t length = sizeof bound;
  getsockname(soap.master, (struct sockaddr *)&bound, &length);
  fprintf(stderr, "listens on http://127.0.0.1:%d/soap\n", ntohs(bound.sin_port));
  for (;;) {
    if (!soap_valid_socket(soap_accept(&soap))) continue;
    pthread_t thread;
    pthread_create(&thread, NULL, serve, soap_copy(&soap));
  }
}
