<?php
/* PHP's SoapClient calls the interop service through its WSDL: a line of JSON for each feature. */
[, $base, $version] = $argv;

class Shape { public $name; function __construct($name = null) { $this->name = $name; } }
class Circle extends Shape { public $radius; }
class Square extends Shape { public $side; }

function connect(string $name): SoapClient {
    global $base, $version;
    $client = new SoapClient("$base/$name?wsdl", [
        'soap_version' => $version === '1.2' ? SOAP_1_2 : SOAP_1_1,
        'cache_wsdl' => WSDL_CACHE_NONE,
        'features' => SOAP_SINGLE_ELEMENT_ARRAYS | SOAP_USE_XSI_ARRAY_TYPE,
        'classmap' => ['Shape' => 'Shape', 'Circle' => 'Circle', 'Square' => 'Square'],
    ]);
    return $client;
}

function feature(string $name, callable $call): void {
    try {
        $line = ['feature' => $name, 'actual' => (string) $call()];
    } catch (Throwable $error) {
        $line = ['feature' => $name, 'error' => get_class($error) . ': ' . $error->getMessage()];
    }
    echo json_encode($line, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

set_error_handler(function ($level, $message) { throw new ErrorException($message); });
ini_set('precision', '-1');
$service = connect('documents');

const INTEGERS = ['int16', 'int32', 'int64', 'uint16', 'uint32'];
$echoed = fn($numbers) => $service->EchoNumbers(['numbers' => $numbers])->numbers;
$integers = function (...$values) use ($echoed) {
    $came = $echoed(array_combine(INTEGERS, $values));
    return implode(' ', array_map(fn($name) => $came->$name, INTEGERS));
};
feature('byte and unsignedByte', function () use ($echoed) {
    $came = $echoed(['int8' => -128, 'uint8' => 255]);
    return "$came->int8 $came->uint8";
});
feature('lowest integers', fn() => $integers(-32768, -2147483648, PHP_INT_MIN, 0, 0));
feature('highest integers', fn() =>
    $integers(32767, 2147483647, PHP_INT_MAX, 65535, 4294967295));
feature('highest unsignedLong', fn() => $echoed(['uint64' => '18446744073709551615'])->uint64);
feature('integer of 30 digits', fn() => $echoed(['whole' => '-123456789012345678901234567890'])->whole);
feature('decimal of 30 digits', fn() => $echoed(['exact' => '123456789012345.678901234567891'])->exact);
feature('float and double', function () use ($echoed) {
    $came = $echoed(['float32' => 0.125, 'float64' => PHP_FLOAT_MAX]);
    return $came->float32 . ' ' . var_export($came->float64, true);
});
feature('infinity', function () use ($echoed) {
    $came = $echoed(['float32' => INF, 'float64' => -INF]);
    return "$came->float32 $came->float64";
});
feature('not a number', fn() => $echoed(['float64' => NAN])->float64);
feature('boolean', fn() => var_export($echoed(['truth' => true])->truth, true) . ' '
    . var_export($echoed(['truth' => false])->truth, true));

$at = fn($name, $value) => $service->EchoTimes(['times' => [$name => $value]])->times->$name;
feature('dateTime', fn() => $at('moment', '2024-02-29T23:59:59.125+05:30'));
feature('date', fn() => $at('day', '2024-02-29'));
feature('time', fn() => $at('clock', '23:59:58.5'));
feature('duration', fn() => $at('span', 'P1Y2M3DT4H5M6.5S'));
feature('gYear', fn() => $at('year', '2024'));

$said = fn($texts) => $service->EchoTexts(['texts' => $texts])->texts;
feature('white space', fn() => $said(['text' => "  two  blanks,\ta tab\nand a line "])->text);
feature('markup characters', fn() => $said(['text' => "<a href=\"x\">&amp; 'b' ]]></a>"])->text);
feature('characters beyond the basic plane', fn() => $said(['text' => '𝄞 grüß 日本'])->text);
feature('token, language and anyURI', function () use ($said) {
    $came = $said(['word' => 'a word', 'language' => 'de-AT', 'link' => 'urn:x:a%20b?c=d&e']);
    return "$came->word | $came->language | $came->link";
});
feature('QName', fn() => $said(['qualified' => '{urn:example:interop}Shape'])->qualified);

$bytes = implode('', array_map('chr', range(0, 255)));
feature('base64Binary', fn() => bin2hex($service->EchoBytes(['base64' => $bytes, 'hex' => ''])->base64));
feature('hexBinary', fn() => bin2hex($service->EchoBytes(['base64' => '', 'hex' => $bytes])->hex));

$person = fn($members = []) =>
    $service->EchoPerson(['person' => $members + ['name' => 'Ann', 'id' => 7]])->person;
feature('attributes', function () use ($person) {
    $came = $person(['nickname' => 'Annie', 'status' => 'retired']);
    return "$came->id $came->nickname $came->status";
});
feature('default of an attribute', fn() => $person()->status);
feature('optional members', fn() => implode('; ', array_map(
    fn($came) => isset($came->phone) ? 'present' : 'absent',
    [$person(['phone' => '123']), $person()],
)));
feature('repeated members', fn() => implode(' ', $person(['email' => ['a@x', 'b@x', 'c@x']])->email));
feature('structures three deep', function () use ($person) {
    $position = ['latitude' => 41.9, 'longitude' => 12.5];
    $came = $person(['address' => ['street' => 'Via 1', 'city' => 'Rome', 'position' => $position]])->address;
    return "$came->city {$came->position->latitude} {$came->position->longitude}";
});
feature('choice', fn() => 'card ' . $service->Pay(['payment' => ['card' => '1234']])->payment->card
    . '; account ' . $service->Pay(['payment' => ['account' => 'DE5']])->payment->account);

$reversed = fn($items) => implode(' ', $service->Reverse(['item' => $items])->item ?? []);
feature('list of none', fn() => $reversed([]));
feature('list of one', fn() => $reversed(['alone']));
feature('list of 1,000', fn() => $reversed(range(0, 999)));

$answers = fn($count, $label) => $service->EchoNil(['answers' => ['count' => $count, 'label' => $label]])->answers;
feature('nil', function () use ($answers) {
    $came = $answers(null, null);
    return ($came->count ?? 'nil') . ' ' . ($came->label ?? 'nil');
});
feature('not nil', function () use ($answers) {
    $came = $answers(5, 'five');
    return "$came->count $came->label";
});

$converted = fn() => $service->Convert(['price' => ['_' => '10.5', 'currency' => 'EUR'], 'to' => 'USD']);
feature('enumeration', fn() => $converted()->from);
feature('simple content with an attribute', function () use ($converted) {
    $price = $converted()->price;
    return "$price->_ $price->currency";
});

feature('derived type sent and received', function () use ($service) {
    $circle = new Circle('disc');
    $circle->radius = 2;
    $sent = new SoapVar($circle, SOAP_ENC_OBJECT, 'Circle', 'urn:example:interop');
    $came = $service->Enclose(['shape' => $sent])->shape;
    return get_class($came) . " $came->name $came->side";
});
feature('base type sent and received', function () use ($service) {
    $came = $service->Enclose(['shape' => new Shape('dot')])->shape;
    return get_class($came) . " $came->name";
});

feature('restricted types', fn() => $service->Reserve(['flight' => 'AB123', 'seats' => 3, 'guest' => 'Ann'])->ticket);

function fault(callable $call): SoapFault {
    try {
        $call();
    } catch (SoapFault $fault) {
        return $fault;
    }
    throw new Exception('no fault came');
}
feature('value out of its type', fn() =>
    fault(fn() => $service->Reserve(['flight' => 'AB123', 'seats' => 10, 'guest' => 'Ann']))->faultcode);

feature('tree', function () use ($service) {
    $show = function ($tree) use (&$show) {
        $branches = implode(' ', array_map($show, $tree->branch ?? []));
        return $tree->label . ($branches === '' ? '' : "($branches)");
    };
    $c = ['label' => 'c', 'branch' => [['label' => 'd'], ['label' => 'e']]];
    return $show($service->Mirror(['tree' => ['label' => 'a', 'branch' => [['label' => 'b'], $c]]])->tree);
});

feature('mixed content', function () use ($service) {
    $prose = '<i:prose xmlns:i="urn:example:interop">one <i:strong>two</i:strong> three</i:prose>';
    $came = $service->Annotate(['prose' => new SoapVar($prose, XSD_ANYXML)])->prose;
    return json_encode($came);
});
feature('any content', function () use ($service) {
    $extra = '<x:extra xmlns:x="urn:example:other">42</x:extra>';
    $came = $service->Annotate(['extension' => ['any' => [$extra]]])->extension->any;
    $text = is_array($came) ? reset($came) : $came;
    preg_match('/^<(?:\w+:)?(\w+) xmlns(?::\w+)?="([^"]*)"[^>]*>(.*)<\//', $text, $parts);
    return "{{$parts[2]}}$parts[1] $parts[3]";
});

feature('empty request and answer', fn() => implode(' ', (array) $service->Ping()));

$failure = fn($cause) => fault(fn() => $service->Fail(['cause' => $cause]));
feature('declared fault', function () use ($failure) {
    $fault = $failure('stock');
    $detail = $fault->detail->OutOfStock;
    return "$fault->faultstring | $detail->item $detail->left";
});
feature('declared fault of another type', function () use ($failure) {
    $fault = $failure('credit');
    $limit = $fault->detail->NoCredit->limit;
    return "$fault->faultstring | $limit->_ $limit->currency";
});
feature('undeclared fault', function () use ($failure) {
    $fault = $failure('other');
    return "$fault->faultcode | $fault->faultstring";
});

$greeted = function () use ($service) {
    $session = new SoapHeader('urn:example:interop', 'Session', ['user' => 'Ann'], true);
    $blocks = [];
    $came = $service->__soapCall('Greet', [['greeting' => 'Hello']], null, $session, $blocks);
    return [$came->text, $blocks];
};
feature('header block of a request', fn() => $greeted()[0]);
feature('header block of an answer', function () use ($greeted) {
    $visit = $greeted()[1]['Visit'];
    return "$visit->user $visit->number";
});

feature('one-way', fn() => $service->Remark(['line' => "PHP SoapClient $version"]));
feature('members without namespace', function () use ($service) {
    $came = $service->Locate(['place' => 'Rome']);
    return "$came->found $came->height";
});
feature('bare simple type', fn() => $service->Shout('hello'));
feature('answer of 1 MiB', fn() =>
    strlen($service->Repeat(['text' => '0123456789abcdef', 'times' => 65536])->text));

feature('rpc/literal', fn() => connect('rpc')->Concat('one ', '& two'));

feature('encoded array of structs', function () {
    $runner = fn($name, $time) => ['name' => $name, 'time' => $time];
    $came = connect('encoded')->Rank([$runner('Ann', 10.25), $runner('Bob', 11), $runner('Cid', 9.5)]);
    return implode(', ', array_map(fn($one) => "$one->name $one->time", $came));
});
$led = function ($captain, $fastest) {
    return connect('encoded')->Lead((object) ['captain' => $captain, 'fastest' => $fastest]);
};
feature('multi-reference sent', function () use ($led) {
    $ann = (object) ['name' => 'Ann', 'time' => 10.25];
    return var_export($led($ann, $ann)->same, true);
});
feature('multi-reference received', function () use ($led) {
    $team = $led((object) ['name' => 'Bob', 'time' => 11], (object) ['name' => 'Ann', 'time' => 10.25]);
    return "{$team->captain->name} {$team->fastest->name}";
});
