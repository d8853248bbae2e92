package models

import "slices"

// The rules of Evaluated rows: what the call computes. A rule says nothing
// about a function's name, so that many functions share one.
//
// Terms. A list is a slice or an array, and for a variadic parameter the slice
// that the call passes. A text is a string, []byte or a named type of these; a
// text that is known in part (a constant around an unknown) keeps its parts. A
// sequence is an iter.Seq or iter.Seq2: called with a yield function it calls
// that once per element, until it returns false. A writer is a
// strings.Builder or bytes.Buffer, behind a pointer or an interface.
//
// Where an input is unknown the result is unknown; the rules sprintf, join,
// itoa and those about case and affixes keep what is known of a text. A result
// of type error is nil where the rule computes the rest, unless it says
// otherwise. A function that a rule calls is called with as many of the listed
// arguments as it has parameters. No rule changes its arguments unless it
// says "changes".
const (
	// Formatting.

	EvalSprintf    = "sprintf"    // text: format arg0, operands arg1[*], as fmt.Sprintf; %v, %s, %d, %q, %t, %x, %%, widths and indexes
	EvalSprint     = "sprint"     // text: operands arg0[*], a space between two of which neither is a string
	EvalSprintln   = "sprintln"   // text: operands arg0[*], spaces between all, newline at the end
	EvalFprintf    = "fprintf"    // changes the writer arg0: appends sprintf of arg1 and arg2[*]; no effect on another io.Writer
	EvalFprint     = "fprint"     // changes the writer arg0: appends sprint of arg1[*]
	EvalFprintln   = "fprintln"   // changes the writer arg0: appends sprintln of arg1[*]
	EvalItoa       = "itoa"       // text: the integer arg0 in decimal
	EvalFormatInt  = "formatint"  // text: the integer arg0 in base arg1
	EvalFormatBool = "formatbool" // text: "true" or "false" for arg0
	EvalQuote      = "quote"      // text: arg0 as a Go string literal
	EvalUnquote    = "unquote"    // text that the Go literal arg0 stands for; error unknown where it is none
	EvalAtoi       = "atoi"       // integer written in decimal in arg0; (0, non-nil error) where it is none
	EvalParseInt   = "parseint"   // integer written in base arg1 in arg0; (0, non-nil error) where it is none
	EvalParseBool  = "parsebool"  // bool written in arg0, as strconv.ParseBool; (false, non-nil error) where it is none

	// Addresses of the network.

	EvalJoinHostPort  = "joinhostport"  // text: the host arg0 and the port arg1, as net.JoinHostPort
	EvalSplitHostPort = "splithostport" // (host, port) of the text arg0; ("", "", non-nil error) where it is none
	EvalParseIP       = "parseip"       // the IP address written in arg0; nil, or an error where there is a second result, where it is none
	EvalIPLoopback    = "iploopback"    // whether the IP address recv is a loopback address
	EvalIPUnspecified = "ipunspecified" // whether the IP address recv is that of all interfaces

	// Texts. The same rules serve package bytes.

	EvalLower       = "lower"       // arg0 in lower case
	EvalUpper       = "upper"       // arg0 in upper case
	EvalTitle       = "title"       // arg0, the first letter of every word in upper case
	EvalRuneLower   = "runelower"   // the rune arg0 in lower case
	EvalRuneUpper   = "runeupper"   // the rune arg0 in upper case
	EvalTrimSpace   = "trimspace"   // arg0 without white space at both ends
	EvalTrim        = "trim"        // arg0 without the characters of arg1 at both ends
	EvalTrimLeft    = "trimleft"    // the same at the left end
	EvalTrimRight   = "trimright"   // the same at the right end
	EvalTrimPrefix  = "trimprefix"  // arg0 without the prefix arg1
	EvalTrimSuffix  = "trimsuffix"  // arg0 without the suffix arg1
	EvalCutPrefix   = "cutprefix"   // (trimprefix, hasprefix)
	EvalCutSuffix   = "cutsuffix"   // (trimsuffix, hassuffix)
	EvalCut         = "cut"         // (before, after, found) of arg0 around the first arg1
	EvalReplaceAll  = "replaceall"  // arg0 with every arg1 replaced by arg2
	EvalReplace     = "replace"     // the same for the first arg3 occurrences, all when negative
	EvalNewReplacer = "newreplacer" // a replacer of the pairs of texts arg0[*]
	EvalReplacer    = "replacer"    // arg0 with the pairs of the replacer recv replaced
	EvalRepeat      = "repeat"      // arg0 repeated arg1 times
	EvalJoin        = "join"        // the texts of the list arg0 with arg1 between them
	EvalSplit       = "split"       // list of the parts of arg0 between arg1
	EvalSplitN      = "splitn"      // the same with at most arg2 parts, all when negative
	EvalFields      = "fields"      // list of the words of arg0
	EvalContains    = "contains"    // whether arg0 has the text arg1 in it
	EvalContainsAny = "containsany" // whether arg0 has one of the characters of arg1 in it
	EvalHasPrefix   = "hasprefix"   // whether arg0 starts with arg1
	EvalHasSuffix   = "hassuffix"   // whether arg0 ends in arg1
	EvalIndex       = "index"       // byte index of the first arg1 in arg0, or -1
	EvalLastIndex   = "lastindex"   // byte index of the last arg1 in arg0, or -1
	EvalCount       = "count"       // number of arg1 in arg0, as strings.Count
	EvalEqualFold   = "equalfold"   // whether arg0 equals arg1 but for case
	EvalCompare     = "compare"     // -1, 0 or 1, for texts and numbers arg0 and arg1

	// File paths, with slashes.

	EvalJoinPath  = "joinpath"  // cleaned path of the non-empty texts arg0[*], "/" between them
	EvalCleanPath = "cleanpath" // arg0 cleaned
	EvalBasePath  = "basepath"  // last element of arg0
	EvalDirPath   = "dirpath"   // arg0 without its last element
	EvalExtPath   = "extpath"   // arg0 from its last dot on

	// Regular expressions. An expression that does not compile gives unknown.

	EvalRegexp        = "regexp"        // the compiled expression arg0
	EvalRegexpReplace = "regexpreplace" // arg0 with every match of the expression recv replaced by arg1, "$1" expanded
	EvalRegexpMatch   = "regexpmatch"   // whether the expression recv matches in arg0

	// Values.

	EvalIdentity0   = "identity0"   // arg0; a second result of the function is left out of account
	EvalIdentity1   = "identity1"   // arg1
	EvalReceiver    = "receiver"    // recv, unchanged
	EvalPointerTo   = "pointerto"   // pointer to a new variable that holds arg0
	EvalPointersTo  = "pointersto"  // list of such pointers for the list arg0
	EvalDeref       = "deref"       // what arg0 points to, the zero value where arg0 is nil
	EvalDerefOr     = "derefor"     // what arg0 points to, arg1 where arg0 is nil
	EvalFirst       = "first"       // first of arg0[*] that is not zero, otherwise the zero value; of two results the second says whether there is one
	EvalTernary     = "ternary"     // arg1 where arg0 is true, otherwise arg2
	EvalTernaryCall = "ternarycall" // the same, calling arg1 or arg2
	EvalNonNil      = "nonnil"      // every result is unknown but not nil
	EvalZero        = "zero"        // every result is the zero value of its type
	EvalTypeFor     = "typefor"     // reflect.Type of typearg0
	EvalTypeOf      = "typeof"      // reflect.Type of the dynamic type of arg0
	EvalTypeElem    = "typeelem"    // element type of the reflect.Type recv
	EvalTypeName    = "typename"    // text: name of the reflect.Type recv inside its package

	// Calls.

	EvalNoop      = "noop"      // no effect that counts; results are unknown
	EvalNoReturn  = "noreturn"  // the call does not return
	EvalExitIfErr = "exitiferr" // the call does not return where arg0 is a non-nil error; otherwise noop
	EvalCall      = "call"      // calls arg0; results are those of the call, as many as the function has
	EvalCallOnce  = "callonce"  // calls arg0, at the first call for this recv only; no result
	EvalOnceFunc  = "oncefunc"  // a function that calls arg0 the first time and repeats its results afterwards

	// Chained log events: logger.Fatal().Str("k", v).Msg("text") ends the program.

	EvalFatalEvent = "fatalevent" // an event whose sending does not return
	EvalEvent      = "event"      // any other event: non-nil
	EvalEventSend  = "eventsend"  // does not return where recv came, through "receiver" rules, from fatalevent; otherwise noop

	// Lists.

	EvalConcat       = "concat"       // list: the elements of the lists arg0[*], one list after the other
	EvalClone        = "clone"        // shallow copy of the list or map arg0
	EvalAppend       = "append"       // list: arg0, then arg1[*]
	EvalAppendSeq    = "appendseq"    // list: arg0, then the elements of the sequence arg1
	EvalInsert       = "insert"       // list: arg0 with arg2[*] from index arg1 on
	EvalDelete       = "delete"       // list: arg0 without the indexes arg1 up to but not including arg2
	EvalHas          = "has"          // whether the list arg0 has an element equal to arg1
	EvalHasFunc      = "hasfunc"      // whether arg1(element, index) is true for an element of the list arg0
	EvalFind         = "find"         // index of the first element of the list arg0 equal to arg1, or -1
	EvalFindFunc     = "findfunc"     // index of the first element of the list arg0 with arg1(element, index), or -1
	EvalSort         = "sort"         // changes the list arg0: ascending order of texts or numbers
	EvalReorder      = "reorder"      // changes the list arg0: an order that is not computed; an evaluator may keep the old one
	EvalReverse      = "reverse"      // changes the list arg0: elements in reverse; a result, if any, is arg0
	EvalReplicate    = "replicate"    // list: the elements of the list arg0, arg1 times
	EvalUnique       = "unique"       // list: arg0 without later duplicates
	EvalWithout      = "without"      // list: arg0 without the values arg1[*]
	EvalCompactList  = "compactlist"  // list: arg0 without consecutive duplicates
	EvalNonZero      = "nonzero"      // list: arg0 without zero values
	EvalFlatten      = "flatten"      // list: the elements of the lists in the list arg0
	EvalMapList      = "maplist"      // list: arg1(element, index) for every element of the list arg0
	EvalFlatMap      = "flatmap"      // list: the elements of the lists arg1(element, index), for every element of arg0
	EvalFilterMap    = "filtermap"    // list: the first result of arg1(element, index) where the second is true
	EvalFilter       = "filter"       // list: the elements of arg0 for which arg1(element, index) is true
	EvalReject       = "reject"       // list: the elements of arg0 for which arg1(element, index) is false
	EvalForEach      = "foreach"      // calls arg1(element, index) for every element of the list arg0; no result
	EvalReduce       = "reduce"       // arg1(accumulated, element, index) over the list arg0, starting with arg2
	EvalKeyBy        = "keyby"        // map: arg1(element) -> element, for every element of the list arg0
	EvalAssociate    = "associate"    // map: the two results of arg1(element), for every element of the list arg0
	EvalSortedList   = "sortedlist"   // list: the elements of the sequence arg0 in ascending order
	EvalSortedByFunc = "sortedbyfunc" // list: the elements of the sequence arg0 in an order that is not computed

	// Maps. "Of the maps" means arg0, or each of arg0[*] where the function is variadic.

	EvalMapKeys    = "mapkeys"    // list: the keys of the maps
	EvalMapValues  = "mapvalues"  // list: the values of the maps
	EvalMapMerge   = "mapmerge"   // map: the entries of the maps, later ones win
	EvalMapCopy    = "mapcopy"    // changes the map arg0: the entries of the map arg1 are added
	EvalMapInsert  = "mapinsert"  // changes the map arg0: the pairs of the sequence arg1 are added
	EvalMapClear   = "mapclear"   // changes the map arg0: it is empty
	EvalMapToList  = "maptolist"  // list: arg1(key, value) for every entry of the map arg0
	EvalMapOfFunc  = "mapoffunc"  // map: key -> arg1(value, key) for every entry of the map arg0
	EvalMapFilter  = "mapfilter"  // map: the entries of the map arg0 with arg1(key, value)
	EvalMapHas     = "maphas"     // whether the map arg0 has the key arg1
	EvalMapOrValue = "maporvalue" // the value of the map arg0 at the key arg1, otherwise arg2

	// Sequences.

	EvalSeqValues = "seqvalues" // sequence of the elements of the list arg0
	EvalSeqAll    = "seqall"    // sequence of (index, element) of the list arg0, of (key, value) of the map arg0
	EvalSeqBack   = "seqback"   // sequence of (index, element) of the list arg0, from its end
	EvalSeqKeys   = "seqkeys"   // sequence of the keys of the map arg0
	EvalSeqMap    = "seqmap"    // sequence of the values of the map arg0
	EvalCollect   = "collect"   // list of the elements of the sequence arg0
	EvalCollect2  = "collect2"  // map of the pairs of the sequence arg0

	// Writers: texts that grow.

	EvalNewWriter   = "newwriter"   // pointer to a writer that holds the text arg0, if there is an arg0
	EvalWrite       = "write"       // changes the writer recv: appends the text arg0; (its length, nil)
	EvalWriteRune   = "writerune"   // changes the writer recv: appends the byte or rune arg0; error nil
	EvalWriteTo     = "writeto"     // changes the writer arg0: appends the text arg1; (its length, nil)
	EvalWriterText  = "writertext"  // text that the writer recv holds
	EvalWriterLen   = "writerlen"   // length of the text that the writer recv holds
	EvalWriterReset = "writerreset" // changes the writer recv: it is empty
	EvalReadAll     = "readall"     // text that the writer arg0 holds; unknown for another reader

	// JSON. Known values only: constants, structs with json tags, maps, lists.

	EvalJSONMarshal    = "jsonmarshal"    // text: JSON of arg0
	EvalJSONIndent     = "jsonindent"     // text: JSON of arg0, each line starting with arg1 and one arg2 per level
	EvalJSONUnmarshal  = "jsonunmarshal"  // changes what arg1 points to: the value of the JSON text arg0; non-nil error where it is none
	EvalJSONNewEncoder = "jsonnewencoder" // encoder onto the writer arg0
	EvalJSONEncode     = "jsonencode"     // changes the writer of the encoder recv: appends the JSON of arg0 and a newline
	EvalJSONNewDecoder = "jsonnewdecoder" // decoder of the text that the writer arg0 holds
	EvalJSONDecode     = "jsondecode"     // changes what arg0 points to: the value of the text of the decoder recv
	EvalJSONValid      = "jsonvalid"      // whether the text arg0 is JSON

	// Cells: a value stored in one place and read in another.

	EvalCellStore = "cellstore" // changes recv: it holds arg0
	EvalCellLoad  = "cellload"  // what recv holds; nil or zero before the first store
)

// evalRules are all rules, in the order of their declaration.
var evalRules = [...]string{
	EvalSprintf,
	EvalSprint,
	EvalSprintln,
	EvalFprintf,
	EvalFprint,
	EvalFprintln,
	EvalItoa,
	EvalFormatInt,
	EvalFormatBool,
	EvalQuote,
	EvalUnquote,
	EvalAtoi,
	EvalParseInt,
	EvalParseBool,
	EvalJoinHostPort, EvalSplitHostPort, EvalParseIP, EvalIPLoopback, EvalIPUnspecified,
	EvalLower,
	EvalUpper,
	EvalTitle,
	EvalRuneLower,
	EvalRuneUpper,
	EvalTrimSpace,
	EvalTrim,
	EvalTrimLeft,
	EvalTrimRight,
	EvalTrimPrefix,
	EvalTrimSuffix,
	EvalCutPrefix,
	EvalCutSuffix,
	EvalCut,
	EvalReplaceAll,
	EvalReplace,
	EvalNewReplacer,
	EvalReplacer,
	EvalRepeat,
	EvalJoin,
	EvalSplit,
	EvalSplitN,
	EvalFields,
	EvalContains,
	EvalContainsAny,
	EvalHasPrefix,
	EvalHasSuffix,
	EvalIndex,
	EvalLastIndex,
	EvalCount,
	EvalEqualFold,
	EvalCompare,
	EvalJoinPath,
	EvalCleanPath,
	EvalBasePath,
	EvalDirPath,
	EvalExtPath,
	EvalRegexp,
	EvalRegexpReplace,
	EvalRegexpMatch,
	EvalIdentity0,
	EvalIdentity1,
	EvalReceiver,
	EvalPointerTo,
	EvalPointersTo,
	EvalDeref,
	EvalDerefOr,
	EvalFirst,
	EvalTernary,
	EvalTernaryCall,
	EvalNonNil,
	EvalZero,
	EvalTypeFor,
	EvalTypeOf,
	EvalTypeElem,
	EvalTypeName,
	EvalNoop,
	EvalNoReturn,
	EvalExitIfErr,
	EvalCall,
	EvalCallOnce,
	EvalOnceFunc,
	EvalFatalEvent,
	EvalEvent,
	EvalEventSend,
	EvalConcat,
	EvalClone,
	EvalAppend,
	EvalAppendSeq,
	EvalInsert,
	EvalDelete,
	EvalHas,
	EvalHasFunc,
	EvalFind,
	EvalFindFunc,
	EvalSort,
	EvalReorder,
	EvalReverse,
	EvalReplicate,
	EvalUnique,
	EvalWithout,
	EvalCompactList,
	EvalNonZero,
	EvalFlatten,
	EvalMapList,
	EvalFlatMap,
	EvalFilterMap,
	EvalFilter,
	EvalReject,
	EvalForEach,
	EvalReduce,
	EvalKeyBy,
	EvalAssociate,
	EvalSortedList,
	EvalSortedByFunc,
	EvalMapKeys,
	EvalMapValues,
	EvalMapMerge,
	EvalMapCopy,
	EvalMapInsert,
	EvalMapClear,
	EvalMapToList,
	EvalMapOfFunc,
	EvalMapFilter,
	EvalMapHas,
	EvalMapOrValue,
	EvalSeqValues,
	EvalSeqAll,
	EvalSeqBack,
	EvalSeqKeys,
	EvalSeqMap,
	EvalCollect,
	EvalCollect2,
	EvalNewWriter,
	EvalWrite,
	EvalWriteRune,
	EvalWriteTo,
	EvalWriterText,
	EvalWriterLen,
	EvalWriterReset,
	EvalReadAll,
	EvalJSONMarshal,
	EvalJSONIndent,
	EvalJSONUnmarshal,
	EvalJSONNewEncoder,
	EvalJSONEncode,
	EvalJSONNewDecoder,
	EvalJSONDecode,
	EvalJSONValid,
	EvalCellStore,
	EvalCellLoad,
}

// EvalRules returns the names of all rules of Evaluated rows, sorted.
func EvalRules() []string {
	names := slices.Clone(evalRules[:])
	slices.Sort(names)
	return names
}

// IsEvalRule reports whether name is the rule of an Evaluated row.
func IsEvalRule(name string) bool { return slices.Contains(evalRules[:], name) }
