# One call by SOAP::Lite: the call as JSON in, its answer as JSON out.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $call = decode_json(do { local $/; <STDIN> });
my $options = $call->{options} // {};

# The version is a global of the module, and must be set before the first object is made.
SOAP::Lite->soapversion($call->{soap});
my $client = SOAP::Lite->new->proxy($call->{url}, timeout => 20)->uri($call->{namespace});
$client->autotype($options->{autotype} ? 1 : 0) if exists $options->{autotype};
# It writes encodingStyle on Envelope, where SOAP 1.2 Part 1 section 5.1.1 forbids it.
$client->encodingStyle('') if $call->{soap} eq '1.2' && !$options->{encodingStyle};

my @parameters = map { parameter(@$_) } @{ $call->{parameters} };
my $som = $client->call($call->{operation}, @parameters, header($call->{header}));

# One-way: nothing but an empty text.
print encode_json(ref $som ? answer($som) : { headers => {} });

sub answer {
    my $som = shift;
    my @blocks = grep { defined } $som->dataof('/Envelope/Header/[>0]');
    my %answer = (headers => { map { $_->name => $_->value } @blocks });
    if ($som->fault) { $answer{fault} = fault($som) }
    else             { $answer{result} = $som->result }
    return \%answer;
}

sub parameter {
    my ($name, $value) = @_;
    my $data = SOAP::Data->name($name => $value);
    # What is not ASCII is sent as base64Binary unless its type is given.
    return $value =~ /[^\x20-\x7e]/ ? $data->type('string') : $data;
}

sub header {
    my $block = shift or return;
    my $header = SOAP::Header->name($block->{name} => $block->{value})->uri($block->{namespace});
    $header->mustUnderstand(1) if $block->{mustUnderstand};
    # Its method actor() writes an attribute that SOAP 1.2 calls role.
    my $attribute = $call->{soap} eq '1.1' ? 'soap:actor' : 'soap:role';
    $header->attr({ $attribute => $SOAP::Constants::NEXT_ACTOR }) if $block->{next};
    return $header;
}

# Its own methods, faultcode and so on, know only the fault of SOAP 1.1.
sub fault {
    my $fault = shift->fault;
    my $detail = $fault->{detail} // $fault->{Detail};
    return {
        code   => $fault->{faultcode}   // $fault->{Code}{Value},
        reason => $fault->{faultstring} // $fault->{Reason}{Text},
        detail => ref $detail eq 'HASH' ? (keys %$detail)[0] : undef,
    };
}
