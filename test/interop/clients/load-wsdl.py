"""Loads a WSDL as strictly as its library can, and adds two numbers by it; warnings are errors."""

import logging
import sys
import warnings

library, url = sys.argv[1:]
logging.basicConfig(level=logging.WARNING)
if library == "zeep":
    import zeep

    warnings.simplefilter("error")
    client = zeep.Client(url, settings=zeep.Settings(strict=True))
    for service in client.wsdl.services.values():
        for port in service.ports:
            bound = client.bind(service.name, port)
            if "Add" in dir(bound):
                print(bound.Add(a=1.5, b=2))
else:
    from suds.cache import NoCache
    from suds.client import Client

    client = Client(url, cache=NoCache())
    for definition in client.sd:
        for port in definition.ports:
            if any(method[0] == "Add" for method in port[1]):
                service = client.service
                if len(client.sd) > 1:
                    service = service[definition.service.name]
                if not str(port[0].location).startswith("mailto:"):
                    print(service[port[0].name].Add(1.5, 2))
