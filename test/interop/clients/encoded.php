<?php
// Calls the service of SOAPBuilders by PHP's SoapClient and its WSDL: {wsdl, soap} as JSON in, the results by name out.
ini_set('soap.wsdl_cache_enabled', '0');
ini_set('default_socket_timeout', '20');
$asked = json_decode(file_get_contents('php://stdin'), true);
$version = $asked['soap'] === '1.2' ? SOAP_1_2 : SOAP_1_1;
$client = new SoapClient($asked['wsdl'], [
    'soap_version' => $version,
    'trace' => true,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);

$struct = ['varString' => 'arg', 'varInt' => 34, 'varFloat' => 1.5];
$object = (object) $struct;
$list = (object) ['varInt' => 1, 'varString' => 'a', 'child' => (object) [
    'varInt' => 2, 'varString' => 'b', 'child' => null,
]];
$cycle = (object) ['varInt' => 1, 'varString' => 'a'];
$cycle->child = (object) ['varInt' => 2, 'varString' => 'b', 'child' => $cycle];

$calls = [
    'echoString' => ['grüß <&> dich'],
    'echoStringArray' => [['a', '', 'c']],
    'echoInteger' => [-42],
    'echoIntegerArray' => [[1, 2, 3]],
    'echoFloat' => [1.5],
    'echoFloatArray' => [[1.5, -2.25]],
    'echoStruct' => [$struct],
    'echoStructArray' => [[$struct, $struct]],
    'echoBase64' => ["tea\0"],
    'echoHexBinary' => ['tea'],
    'echoDate' => ['2026-11-23T00:00:00Z'],
    'echoDecimal' => ['123.456'],
    'echoBoolean' => [true],
    'echoVoid' => [],
    'echoStructAsSimpleTypes' => [$struct],
    'echoSimpleTypesAsStruct' => ['arg', 34, 1.5],
    'echoNestedStruct' => [$struct + ['varStruct' => $struct]],
    'echoNestedArray' => [$struct + ['varArray' => ['red', 'blue']]],
    'echo2DStringArray' => [[['a', 'b'], ['c', 'd']]],
    'echoLinkedList' => [$list],
];
$results = [];
foreach ($calls as $name => $arguments) {
    try {
        $results[$name] = $client->__soapCall($name, $arguments);
    } catch (SoapFault $fault) {
        $results[$name] = ['fault' => $fault->faultstring, 'detail' => $fault->detail ?? null];
    }
}
$results['echoBase64'] = base64_encode($results['echoBase64']);
$back = $client->echoLinkedList($cycle);
$results['cycle'] = $back->child->child === $back;
$shared = $client->echoStructArray([$object, $object]);
$results['shared'] = $shared[0] === $shared[1];
echo json_encode($results);
