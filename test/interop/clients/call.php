<?php
/* One call by PHP's SoapClient without a WSDL: the call as JSON in, its answer as JSON out. */
$call = json_decode(file_get_contents('php://stdin'), true, 512, JSON_THROW_ON_ERROR);
$options = $call['options'] ?? [];

$settings = [
    'location' => $call['url'],
    'uri' => $call['namespace'],
    'soap_version' => $call['soap'] === '1.1' ? SOAP_1_1 : SOAP_1_2,
    'connection_timeout' => 10,
];
if (isset($options['use'])) {
    $settings['use'] = $options['use'] === 'literal' ? SOAP_LITERAL : SOAP_ENCODED;
}
if (isset($options['gzip'])) {
    $settings['compression'] = SOAP_COMPRESSION_ACCEPT | SOAP_COMPRESSION_GZIP | 6;
}

$parameters = array_map(fn ($pair) => new SoapParam($pair[1], $pair[0]), $call['parameters']);
$headers = [];
if (isset($call['header'])) {
    ['namespace' => $namespace, 'name' => $name, 'value' => $value] = $call['header'];
    $mandatory = $call['header']['mustUnderstand'];
    $headers[] = $call['header']['next']
        ? new SoapHeader($namespace, $name, $value, $mandatory, SOAP_ACTOR_NEXT)
        : new SoapHeader($namespace, $name, $value, $mandatory);
}

$received = [];
try {
    $client = new SoapClient(null, $settings);
    $result = $client->__soapCall($call['operation'], $parameters, null, $headers, $received);
    $answer = ['result' => $result];
} catch (SoapFault $fault) {
    $detail = $fault->detail ?? null;
    $answer = ['fault' => [
        'code' => $fault->faultcode,
        'reason' => $fault->faultstring,
        'detail' => is_object($detail) ? array_key_first((array) $detail) : null,
    ]];
}
echo json_encode($answer + ['headers' => (object) $received], JSON_THROW_ON_ERROR);
