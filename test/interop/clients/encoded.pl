# Calls the service of SOAPBuilders by SOAP::Lite, without a WSDL: {url, soap} as JSON in, the results by name out.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64;
use SOAP::Lite;

my $asked = decode_json(do { local $/; <STDIN> });
SOAP::Lite->soapversion($asked->{soap});
my $client = SOAP::Lite->new->proxy($asked->{url}, timeout => 20)->uri('http://soapinterop.org/');
$client->on_action(sub { '"http://soapinterop.org/"' });
# It writes encodingStyle on Envelope, where SOAP 1.2 Part 1 section 5.1.1 forbids it.
$client->encodingStyle('') if $asked->{soap} eq '1.2';

my %struct = (varString => 'arg', varInt => 34, varFloat => 1.5);
my $list = { varInt => 1, varString => 'a', child => { varInt => 2, varString => 'b', child => undef } };
my $cycle = { varInt => 1, varString => 'a' };
$cycle->{child} = { varInt => 2, varString => 'b', child => $cycle };
my $shared = \%struct;

my @calls = (
    [ echoString       => inputString       => SOAP::Data->type(string => "gr\x{fc}\x{df} <&> dich") ],
    [ echoStringArray  => inputStringArray  => [ 'a', '', 'c' ] ],
    [ echoInteger      => inputInteger      => -42 ],
    [ echoIntegerArray => inputIntegerArray => [ 1, 2, 3 ] ],
    [ echoFloat        => inputFloat        => 1.5 ],
    [ echoFloatArray   => inputFloatArray   => [ 1.5, -2.25 ] ],
    [ echoStruct       => inputStruct       => {%struct} ],
    [ echoStructArray  => inputStructArray  => [ {%struct}, {%struct} ] ],
    [ echoBase64       => inputBase64       => SOAP::Data->type(base64 => "tea\0") ],
    [ echoDate         => inputDate         => SOAP::Data->type(dateTime => '2026-11-23T00:00:00Z') ],
    [ echoDecimal      => inputDecimal      => '123.456' ],
    [ echoBoolean      => inputBoolean      => SOAP::Data->type(boolean => 1) ],
    [ echoVoid         => ],
    [ echoNestedStruct => inputStruct       => { %struct, varStruct => {%struct} } ],
    [ echoNestedArray  => inputStruct       => { %struct, varArray => [ 'red', 'blue' ] } ],
    [ echo2DStringArray => input2DStringArray => [ [ 'a', 'b' ], [ 'c', 'd' ] ] ],
    [ echoLinkedList   => param0            => $list ],
);
my %results;
$results{ $_->[0] } = called(@$_)->{value} for @calls;
$results{echoBase64} = encode_base64($results{echoBase64}, '');
# It reads the references of SOAP 1.1 only.
if ($asked->{soap} eq '1.1') {
    my $back = called('echoLinkedList', param0 => $cycle)->{value};
    $results{cycle} = $back->{child}{child} == $back ? JSON::PP::true : JSON::PP::false;
    my $two = called('echoStructArray', inputStructArray => [ $shared, $shared ])->{value};
    $results{shared} = $two->[0] == $two->[1] ? JSON::PP::true : JSON::PP::false;
}
$results{nothing} = called('echoString', inputString => undef)->{value};
my $som = called('echoVoid', undef, undef,
    SOAP::Header->name(echoMeStringRequest => 'hello')->uri('http://soapinterop.org/echoheader/'))->{som};
$results{header} = $som->valueof('/Envelope/Header/echoMeStringResponse');
# It knows no dimensions of SOAP 1.2.
delete $results{echo2DStringArray} if $asked->{soap} eq '1.2';
# Of the arrays of SOAP 1.2 it makes hashes of their items.
%results = map { $_ => items($results{$_}) } keys %results if $asked->{soap} eq '1.2';
print JSON::PP->new->utf8->canonical->allow_blessed->convert_blessed->encode(\%results);

sub called {
    my ($operation, $name, $value, @headers) = @_;
    my @parameters = defined $name
        ? (ref $value eq 'SOAP::Data' ? $value->name($name) : SOAP::Data->name($name => $value))
        : ();
    my $som = $client->call($operation, @parameters, @headers);
    die $client->transport->http_response->content if $som->fault;
    die $operation . ': ' . $som->fault->{Reason}{Text} if $som->fault;
    return { value => scalar($som->result), som => $som };
}

sub items {
    my $value = shift;
    return $value unless UNIVERSAL::isa($value, 'HASH');
    return $value->{item} if exists $value->{item};
    return { map { $_ => items($value->{$_}) } keys %$value };
}

# Structs come as objects of packages named as their types.
sub UNIVERSAL::TO_JSON { return { %{ $_[0] } } }
