-- One call by LuaSOAP without a WSDL: the call in lines of path and value, its answer in such lines.
local soap = require "soap"
local client = require "soap.client"

local NEXT = {
  ["1.1"] = { "soap:actor", "http://schemas.xmlsoap.org/soap/actor/next" },
  ["1.2"] = { "soap:role", "http://www.w3.org/2003/05/soap-envelope/role/next" },
}

local call, parameters = {}, {}
for line in io.lines() do
  local path, value = line:match "^(%S+) (.*)$"
  local name = path:match "^parameters%.(.+)$"
  if name then table.insert(parameters, { tag = name, value }) else call[path] = value end
end

local function block()
  if not call["header.name"] then return nil end
  local attributes = { xmlns = call["header.namespace"] }
  if call["header.mustUnderstand"] == "true" then attributes["soap:mustUnderstand"] = "1" end
  if call["header.next"] == "true" then
    local name, value = unpack(NEXT[call.soap])
    attributes[name] = value
  end
  return { tag = call["header.name"], attr = attributes, call["header.value"] }
end

local function child(element, name)
  for _, entry in ipairs(element or {}) do
    if type(entry) == "table" and entry.tag:match "[^:]+$" == name then return entry end
  end
end

local function write(path, value)
  if value then io.write(path, " ", value, "\n") end
end

local succeeded, answer, _, entries = pcall(client.call, {
  url = call.url, soapversion = call.soap, soapaction = "", encoding = "UTF-8",
  namespace = call.namespace, method = call.operation, entries = parameters, header = block(),
})
-- It raises an error for any status but 200, with the body in its text.
local body = not succeeded and answer:match "\n\n(<.*)$"
if succeeded then
  write("result", entries[1][1])
elseif body then
  local _, _, fault = soap.decode(body)
  local code, reason = child(fault, "Code"), child(fault, "Reason")
  local detail = child(fault, "detail") or child(fault, "Detail")
  write("fault.code", (child(fault, "faultcode") or child(code, "Value"))[1])
  write("fault.reason", (child(fault, "faultstring") or child(reason, "Text"))[1])
  write("fault.detail", detail and detail[1] and detail[1].tag:match "[^:]+$")
elseif not answer:match "Error on request: 1%s*$" then
  error(answer)
end
