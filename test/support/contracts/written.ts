/** A contract in two documents, with all that is changed when it is served, and much that is not. */

const WSP = 'http://schemas.xmlsoap.org/ws/2004/09/policy'
const SP = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702'

/** What says where the service of the contract is: nothing of it may be served. */
export const OLD = 'old.example'

/** The service, its bindings and its policies. */
export const TRIAL = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!-- Made by hand. -->
<w:definitions name="Trials" targetNamespace="urn:trial:service" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
    xmlns:tns="urn:trial:service" xmlns:a="urn:trial:abstract" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:wsp="${WSP}" xmlns:sp="${SP}"
    xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
    xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:x="urn:trial:extension">
  <w:documentation>Trials \u00e9 &amp; <b>errors</b></w:documentation>
  <w:import namespace="urn:trial:abstract" location="abstract.wsdl"/>
  <w:import namespace="urn:trial:gone" location="http://${OLD}/gone.wsdl"/>
  <wsp:Policy wsu:Id="Endpoint"><wsp:ExactlyOne><wsp:All>
    <wsam:Addressing xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"><wsp:Policy/></wsam:Addressing>
    <sp:TransportBinding><wsp:Policy><sp:TransportToken><wsp:Policy><sp:HttpsToken/></wsp:Policy></sp:TransportToken></wsp:Policy></sp:TransportBinding>
    <wsoma:OptimizedMimeSerialization xmlns:wsoma="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"/>
    <x:Unknown level="3"/>
  </wsp:All></wsp:ExactlyOne></wsp:Policy>
  <wsp:Policy wsu:Id="Input"><wsp:ExactlyOne><sp:SignedParts><sp:Body/></sp:SignedParts></wsp:ExactlyOne></wsp:Policy>
  <w:binding name="TrialBinding" type="a:TrialType">
    <w:documentation>Over HTTP</w:documentation>
    <wsp:PolicyReference URI="#Endpoint"/>
    <wsp:PolicyReference URI="http://${OLD}/policy.xml"/>
    <s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Try"><s:operation soapAction="tryIt"/>
      <w:input name="TryIn"><wsp:PolicyReference URI="#Input"/><s:body use="literal" parts="body"/><s:header message="a:TryHeaders" part="token" use="literal"/></w:input>
      <w:output><s:body use="literal"/></w:output>
      <w:fault name="Failed"><s:fault name="Failed" use="literal"/></w:fault></w:operation>
    <w:operation name="Forget"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input></w:operation>
  </w:binding>
  <w:binding name="TrialOverJms" type="a:TrialType">
    <s:binding transport="http://www.w3.org/2010/soapjms/"/>
    <w:operation name="Try"><s:operation soapAction="tryIt"/><w:input name="TryIn"><s:body use="literal" parts="body"/></w:input><w:output><s:body use="literal"/></w:output></w:operation>
  </w:binding>
  <w:binding name="TrialGet" type="a:TrialType"><http:binding verb="GET"/>
    <w:operation name="Try"><http:operation location="/try"/><w:input name="TryIn"><http:urlEncoded/></w:input><w:output/></w:operation></w:binding>
  <x:extension since="2"/>
  <w:service name="TrialService">
    <w:documentation>Where to try</w:documentation>
    <w:port name="TrialGet" binding="tns:TrialGet"><http:address location="http://${OLD}/get"/></w:port>
    <w:port name="TrialPort" binding="tns:TrialBinding">
      <s:address location='http://${OLD}/trial?a=1&amp;b=2'/>
      <wsa:EndpointReference><wsa:Address>http://${OLD}/trial</wsa:Address></wsa:EndpointReference>
      <x:owner>Ada</x:owner>
    </w:port>
    <w:port name="TrialJms" binding="tns:TrialOverJms"><s:address location="jms:queue:${OLD}"/></w:port>
  </w:service>
  <w:service name="OtherService"><w:port name="OtherPort" binding="tns:TrialBinding"><s:address location="http://${OLD}/other"/></w:port></w:service>
</w:definitions>`

/** Its port type, messages and schemas. */
export const ABSTRACT = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:trial:abstract" xmlns:a="urn:trial:abstract"
    xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata">
  <types><xs:schema targetNamespace="urn:trial:abstract" elementFormDefault="qualified">
    <xs:element name="Try" type="xs:int"/><xs:element name="TryResponse" type="xs:int"/><xs:element name="Forget" type="xs:int"/>
    <xs:element name="Token" type="xs:string"/><xs:element name="Failure" type="xs:string"/></xs:schema></types>
  <message name="TryMessage"><part name="body" element="a:Try"/></message>
  <message name="TryHeaders"><part name="token" element="a:Token"/></message>
  <message name="TryAnswer"><part name="body" element="a:TryResponse"/></message>
  <message name="TrialFault"><part name="fault" element="a:Failure"/></message>
  <message name="SecretMessage"><part name="body" element="a:Forget"/></message>
  <portType name="TrialType">
    <operation name="Try"><documentation>Tries it</documentation><input name="TryIn" message="a:TryMessage"/><output message="a:TryAnswer" wsam:Action="urn:tried"/><fault name="Failed" message="a:TrialFault"/></operation>
    <operation name="Forget"><input message="a:SecretMessage"/></operation>
  </portType>
</definitions>`

/** One binding of an encoded rpc operation, and no service. */
export const BOUND = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:b="urn:trial:bound" xmlns:soap12="urn:not:soap" targetNamespace="urn:trial:bound">
  <message name="AddIn"><part name="a" type="xs:int"/></message><message name="AddOut"><part name="sum" type="xs:int"/></message>
  <portType name="Adding"><operation name="Add"><input message="b:AddIn"/><output message="b:AddOut"/></operation></portType>
  <binding name="AddingBinding" type="b:Adding"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Add"><soap:operation soapAction="urn:add"/>
      <input><soap:body use="encoded" namespace="urn:trial:bound" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"></soap:body></input>
      <output><soap:body use="encoded" namespace="urn:trial:bound" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation></binding>
</definitions>`
