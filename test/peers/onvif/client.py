"""A client by onvif_zeep: each line of standard input is a call, and gets a line in answer, both written as HTML forms are."""
import sys
import time
from datetime import datetime
from urllib.parse import parse_qsl, urlencode

from onvif import ONVIFCamera


def information(camera):
    told = camera.devicemgmt.GetDeviceInformation()
    return {"result": told.SerialNumber, "model": told.Model}


def moment(camera):
    told = camera.devicemgmt.GetSystemDateAndTime().UTCDateTime
    at = datetime(
        told.Date.Year, told.Date.Month, told.Date.Day, told.Time.Hour, told.Time.Minute, told.Time.Second
    )
    return {"result": at.isoformat()}


def capabilities(camera):
    told = camera.devicemgmt.GetCapabilities({"Category": "All"})
    return {"result": told.Device.XAddr, "media": str(camera.xaddrs)}


def hostname(camera):
    return {"result": camera.devicemgmt.GetHostname().Name}


OPERATIONS = {
    "GetDeviceInformation": information,
    "GetSystemDateAndTime": moment,
    "GetCapabilities": capabilities,
    "GetHostname": hostname,
}


def answer_of(call):
    # It asks for the capabilities when it is made, with its digest.
    camera = ONVIFCamera(
        call["host"],
        int(call["port"]),
        call["user"],
        call["password"],
        encrypt=call.get("encrypt") != "no",
        adjust_time="adjust" in call,
        no_cache=True,
    )
    return OPERATIONS[call["operation"]](camera)


for line in sys.stdin:
    began = time.monotonic()
    call = dict(parse_qsl(line.rstrip("\n"), keep_blank_values=True))
    try:
        answer = answer_of(call)
    except Exception as error:
        answer = {"error": str(error)}
    answer["turn"] = call["turn"]
    answer["ms"] = int((time.monotonic() - began) * 1000)
    print(urlencode(answer), flush=True)
