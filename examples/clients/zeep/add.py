"""Calls Add by zeep, which reads the WSDL when it starts; the argument is the address of the service."""
import sys

import zeep

client = zeep.Client(sys.argv[1] + "?wsdl")
print(client.service.Add(a=1, b=2))
