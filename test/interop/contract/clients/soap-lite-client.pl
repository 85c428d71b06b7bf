# SOAP::Lite calls the interop service through its WSDL: a line of JSON for each feature.
use strict;
use warnings;
use utf8;
use JSON::PP;
use MIME::Base64 qw(decode_base64);
use SOAP::Lite;

my ($base, $version) = @ARGV;
my $NAMESPACE = 'urn:example:interop';
binmode STDOUT, ':raw';
SOAP::Lite->soapversion($version);

# A stub asks its serializer for as_TYPE, first itself, then as the value is written: for types of the schema these
# are its user's to write.
for my $type (qw(Numbers Times Texts Person Payment Answers Price Currency Shape Flight Seats Guest Tree Prose
    Extension Cause Runners Team)) {
    no strict 'refs';
    *{"SOAP::Serializer::as_$type"} = sub {
        my ($self, $value, $name, $type, $attributes) = @_;
        return [$name, $attributes, $value] if caller !~ /^SOAP::/ || !ref $value;
        my @content = $$value->value;
        my $all = { %{ $attributes // {} }, %{ $$value->attr } };
        return [$name, $all, ref $content[0] ? [map { $self->encode_object($_) } @content] : $content[0]];
    };
}

sub connect_to {
    my ($plugin) = @_;
    my $service = SOAP::Lite->service("$base/$plugin?wsdl");
    $service->want_som(1);
    $service->autotype(0);
    $service->encodingStyle('') if $plugin ne 'encoded';
    $service->on_fault(sub { });
    return $service;
}

my $service = connect_to('documents');
my $xml = sub { my ($name, $text) = @_; SOAP::Data->name($name)->type('xs:string')->value(SOAP::Utils::encode_data($text)) };
# Without a parameter the entry would be nil.
my $NOTHING = SOAP::Data->type(xml => '');
my $some = sub { \SOAP::Data->value(@_) };

# The answer of a call; what it holds is at paths below the entry.
sub ask {
    my ($operation, @parameters) = @_;
    my $som = $service->$operation(@parameters);
    die "no answer\n" if !ref $som;
    die $som->faultstring // $som->fault->{Reason}{Text}, "\n" if $som->fault;
    return $som;
}

sub at {
    my ($som, $path) = @_;
    return $som->valueof("/Envelope/Body/[1]/$path");
}

sub feature {
    my ($name, $call) = @_;
    my $came = eval { $call->() };
    my %line = (feature => $name);
    if ($@) { chomp($line{error} = "$@") } else { $line{actual} = defined $came ? "$came" : '' }
    print JSON::PP->new->utf8->encode(\%line), "\n";
}

sub echoed {
    my (@members) = @_;
    my @data;
    while (my ($name, $value) = splice @members, 0, 2) { push @data, $xml->($name, $value) }
    return ask('EchoNumbers', $some->(@data));
}

feature('byte and unsignedByte', sub {
    my $came = echoed(int8 => -128, uint8 => 255);
    join ' ', map { at($came, "numbers/$_") } qw(int8 uint8);
});
my @INTEGERS = qw(int16 int32 int64 uint16 uint32);
my $integers = sub {
    my (@values) = @_;
    my $came = echoed(map { $INTEGERS[$_] => $values[$_] } 0 .. $#INTEGERS);
    return join ' ', map { at($came, "numbers/$_") } @INTEGERS;
};
feature('lowest integers', sub { $integers->(-32768, -2147483648, '-9223372036854775808', 0, 0) });
feature('highest integers', sub { $integers->(32767, 2147483647, '9223372036854775807', 65535, 4294967295) });
feature('highest unsignedLong', sub { at(echoed(uint64 => '18446744073709551615'), 'numbers/uint64') });
feature('integer of 30 digits', sub { at(echoed(whole => '-123456789012345678901234567890'), 'numbers/whole') });
feature('decimal of 30 digits', sub { at(echoed(exact => '123456789012345.678901234567891'), 'numbers/exact') });
feature('float and double', sub {
    my $came = echoed(float32 => 0.125, float64 => '1.7976931348623157e308');
    join ' ', map { at($came, "numbers/$_") } qw(float32 float64);
});
feature('infinity', sub {
    my $came = echoed(float32 => 'INF', float64 => '-INF');
    join ' ', map { at($came, "numbers/$_") } qw(float32 float64);
});
feature('not a number', sub { at(echoed(float64 => 'NaN'), 'numbers/float64') });
feature('boolean', sub { join ' ', map { at(echoed(truth => $_), 'numbers/truth') } qw(true false) });

my $time = sub { my ($name, $value) = @_; at(ask('EchoTimes', $some->($xml->($name, $value))), "times/$name") };
feature('dateTime', sub { $time->(moment => '2024-02-29T23:59:59.125+05:30') });
feature('date', sub { $time->(day => '2024-02-29') });
feature('time', sub { $time->(clock => '23:59:58.5') });
feature('duration', sub { $time->(span => 'P1Y2M3DT4H5M6.5S') });
feature('gYear', sub { $time->(year => '2024') });

my $said = sub { my ($name, $value) = @_; at(ask('EchoTexts', $some->($xml->($name, $value))), "texts/$name") };
feature('white space', sub { $said->(text => "  two  blanks,\ta tab\nand a line ") });
feature('markup characters', sub { $said->(text => "<a href=\"x\">&amp; 'b' ]]></a>") });
feature('characters beyond the basic plane', sub { $said->(text => '𝄞 grüß 日本') });
feature('token, language and anyURI', sub {
    join ' | ', $said->(word => 'a word'), $said->(language => 'de-AT'), $said->(link => 'urn:x:a%20b?c=d&e');
});

feature('QName', sub {
    my $name = SOAP::Data->name('qualified')->type('xs:QName')->attr({ 'xmlns:q' => $NAMESPACE })->value('q:Shape');
    at(ask('EchoTexts', $some->($name)), 'texts/qualified');
});

my $bytes = join '', map { chr } 0 .. 255;
feature('base64Binary', sub { unpack 'H*', decode_base64(at(ask('EchoBytes', $bytes, ''), 'base64')) });
feature('hexBinary', sub { lc at(ask('EchoBytes', '', $bytes), 'hex') });

my $person = sub {
    my ($attributes, @members) = @_;
    return ask('EchoPerson', \SOAP::Data->attr({ id => 7, %$attributes })->value($xml->(name => 'Ann'), @members));
};
feature('attributes', sub {
    my $came = $person->({ nickname => 'Annie', status => 'retired' })->dataof('//person')->attr;
    join ' ', map { $came->{$_} } qw(id nickname status);
});
feature('default of an attribute', sub { $person->({})->dataof('//person')->attr->{status} });
feature('optional members', sub {
    join '; ', map { defined at($_, 'person/phone') ? 'present' : 'absent' }
        $person->({}, $xml->(phone => '123')), $person->({});
});
feature('repeated members', sub {
    join ' ', at($person->({}, map { $xml->(email => $_) } qw(a@x b@x c@x)), 'person/email');
});
feature('structures three deep', sub {
    my $position = SOAP::Data->name(position => $some->($xml->(latitude => 41.9), $xml->(longitude => 12.5)));
    my $address = SOAP::Data->name(address => $some->($xml->(street => 'Via 1'), $xml->(city => 'Rome'), $position));
    my $came = $person->({}, $address);
    join ' ', map { at($came, "person/address/$_") } qw(city position/latitude position/longitude);
});
feature('choice', sub {
    my $card = at(ask('Pay', $some->($xml->(card => '1234'))), 'payment/card');
    my $account = at(ask('Pay', $some->($xml->(account => 'DE5'))), 'payment/account');
    "card $card; account $account";
});
my $reversed = sub {
    my ($first, @more) = @_;
    my $came = defined $first ? ask('Reverse', $first, map { $xml->(item => $_) } @more) : ask('Reverse');
    return join ' ', at($came, 'item');
};
feature('list of none', sub { $reversed->() });
feature('list of one', sub { $reversed->('alone') });
feature('list of 1,000', sub { $reversed->(0 .. 999) });
feature('nil', sub {
    my $came = ask('EchoNil', $some->(map { SOAP::Data->name($_)->type('xs:string')->value(undef) } qw(count label)));
    join ' ', map { at($came, "answers/$_") // 'nil' } qw(count label);
});
feature('not nil', sub {
    my $came = ask('EchoNil', $some->($xml->(count => 5), $xml->(label => 'five')));
    join ' ', map { at($came, "answers/$_") } qw(count label);
});
my $converted = sub { ask('Convert', \SOAP::Data->attr({ currency => 'EUR' })->value('10.5'), 'USD') };
feature('enumeration', sub { at($converted->(), 'from') });
feature('simple content with an attribute', sub {
    my $price = $converted->()->dataof('//price');
    $price->value . ' ' . $price->attr->{currency};
});
feature('derived type sent and received', sub {
    my @members = ($xml->(name => 'disc'), $xml->(radius => 2));
    my $came = ask('Enclose', \SOAP::Data->attr({ 'xsi:type' => 'tns:Circle' })->value(@members));
    join ' ', 'Square', map { at($came, "shape/$_") } qw(name side);
});
feature('base type sent and received', sub {
    'Shape ' . at(ask('Enclose', $some->($xml->(name => 'dot'))), 'shape/name');
});
feature('restricted types', sub { at(ask('Reserve', 'AB123', 3, 'Ann'), 'ticket') });

# SOAP::Lite reads the parts of faults of SOAP 1.1 by methods, those of SOAP 1.2 as they are named there.
sub fault {
    my ($operation, @parameters) = @_;
    my $fault = $service->$operation(@parameters)->fault or die "no fault came\n";
    return ($fault->{faultcode}, $fault->{faultstring}, $fault->{detail}) if $version eq '1.1';
    return ($fault->{Code}{Value}, $fault->{Reason}{Text}, $fault->{Detail});
}
feature('value out of its type', sub { (fault('Reserve', 'AB123', 10, 'Ann'))[0] });
feature('tree', sub {
    my $tree;
    $tree = sub {
        my ($label, @branches) = @_;
        return $some->($xml->(label => $label), map { SOAP::Data->name(branch => $tree->(@$_)) } @branches);
    };
    my $came = ask('Mirror', $tree->('a', ['b'], ['c', ['d'], ['e']]));
    my $show;
    $show = sub {
        my ($path) = @_;
        my @branches = map { $show->("$path/branch/[$_]") } ();
        my $count = () = $came->valueof("/Envelope/Body/[1]/$path/branch");
        @branches = map { $show->("$path/[" . ($_ + 1) . ']') } 1 .. $count;
        my $label = at($came, "$path/label");
        return @branches ? "$label(@branches)" : $label;
    };
    return $show->('tree');
});
feature('mixed content', sub {
    my $prose = SOAP::Data->name('prose')->type(xml => 'one <strong>two</strong> three');
    my $came = ask('Annotate', \SOAP::Data->value($prose));
    join ' ', at($came, 'prose');
});
feature('any content', sub {
    my $extra = SOAP::Data->type(xml => '<x:extra xmlns:x="urn:example:other">42</x:extra>');
    my $annotation = SOAP::Data->name('extension')->value(\$extra);
    my $came = SOAP::Lite::call($service, 'Annotate', $annotation)->dataof('//extra');
    '{' . $came->uri . '}' . $came->name . ' ' . $came->value;
});
feature('bare simple type', sub {
    my $came = $service->Shout('hello');
    die $came->faultstring // $came->fault->{Reason}{Text}, "\n" if $came->fault;
    $came->result;
});
feature('empty request and answer', sub { ask('Ping', $NOTHING); '' });
feature('declared fault', sub {
    my (undef, $reason, $detail) = fault('Fail', 'stock');
    "$reason | $detail->{OutOfStock}{item} $detail->{OutOfStock}{left}";
});
feature('declared fault of another type', sub {
    my $som = $service->Fail('credit');
    my $limit = $som->dataof('//limit');
    my $fault = $som->fault;
    ($fault->{faultstring} // $fault->{Reason}{Text}) . ' | ' . $limit->value . ' ' . $limit->attr->{currency};
});
feature('undeclared fault', sub { join ' | ', (fault('Fail', 'other'))[0, 1] });

my $greeted = sub {
    my $session = SOAP::Header->name('i:Session')->attr({ 'xmlns:i' => $NAMESPACE })->mustUnderstand(1)
        ->value($some->(SOAP::Data->name('i:user')->type('xs:string')->value('Ann')));
    return ask('Greet', 'Hello', $session);
};
feature('header block of a request', sub { at($greeted->(), 'text') });
feature('header block of an answer', sub {
    my $came = $greeted->();
    join ' ', map { $came->valueof("//Header/Visit/$_") } qw(user number);
});
feature('one-way', sub {
    $service->Remark("SOAP::Lite $version");
    '';
});
feature('members without namespace', sub {
    my $came = ask('Locate', 'Rome');
    join ' ', map { at($came, $_) } qw(found height);
});
feature('answer of 1 MiB', sub { length at(ask('Repeat', '0123456789abcdef', 65536), 'text') });
feature('attachment sent', sub {
    require MIME::Entity;
    my $part = MIME::Entity->build(Type => 'application/octet-stream', Encoding => 'base64', Id => '<all>', Data => $bytes);
    $service->parts([$part]);
    my $came = ask('Attach', 'all');
    $service->parts([]);
    join ' ', map { at($came, $_) } qw(parts size);
});
feature('rpc/literal', sub {
    my $rpc = connect_to('rpc');
    at($rpc->Concat('one ', '& two'), 'joined');
});

my $runner = sub { my ($name, $time) = @_; $some->($xml->(name => $name), SOAP::Data->name(time => $time)->type('xs:double')) };
feature('encoded array of structs', sub {
    my @runners = map { SOAP::Data->name(item => $runner->(@$_)) } ['Ann', 10.25], ['Bob', 11], ['Cid', 9.5];
    my $came = connect_to('encoded')->Rank(\SOAP::Data->attr({ 'soapenc:arrayType' => 'tns:Runner[3]' })->value(@runners));
    die $came->faultstring // $came->fault->{Reason}{Text}, "\n" if $came->fault;
    join ', ', map { "$_->{name} $_->{time}" } @{ $came->result };
});
feature('multi-reference received', sub {
    my @team = map { SOAP::Data->name($_->[0] => $runner->(@$_[1, 2])) } ['captain', 'Bob', 11], ['fastest', 'Ann', 10.25];
    my $came = connect_to('encoded')->Lead(\SOAP::Data->value(@team));
    die $came->faultstring // $came->fault->{Reason}{Text}, "\n" if $came->fault;
    join ' ', map { $came->result->{$_}{name} } qw(captain fastest);
});
