// Package arginject defines an Analyzer that reports arguments of tools that a
// program takes for options.
//
// # Analyzer arginject
//
// arginject: report arguments of tools that a program can take for options
//
// # What it reports
//
// An argument array keeps a shell away from what the caller gives, but not the
// program itself: a word that starts with a dash is an option to most. The rule
// follows arguments of tools to the command lines of os/exec and of libraries,
// and reports, for a program that is known to have options that run programs,
// load code, or read and write files of one's choice,
//
//   - a word of the caller's in a place where the program looks for options;
//   - an option whose name the caller chooses, as in a map of options;
//   - a whole list of the caller's, or the words that a text of the caller's is
//     split into.
//
// Nothing is reported of the value of an option that takes one, of a word
// behind "--" or "--end-of-options" where the program honours it, of a word
// with a fixed start, and of a value that was checked: one that does not start
// with a dash (strings.HasPrefix, s[0], a regular expression), that is one of a
// list, or that was parsed. A check that does not hold is named: of another
// element, of the text when its words are used, of "--" alone, a list of
// forbidden options.
//
// Under the profile auditor a note says where a program without dangerous
// options, or one that is not known, gets such a word, and where a dangerous
// option has a value of the caller's.
//
// # Why
//
// The model passes on what it has read. A branch that is called
// --upload-pack=CMD makes git run CMD, a path -exec makes find do it, and a
// URL that is -o/etc/cron.d/x makes curl write there. No shell is needed for
// that, and quoting does not help.
//
// # Bad
//
//	exec.CommandContext(ctx, "git", "clone", in.URL, dir) // --upload-pack=CMD
//
//	if strings.HasPrefix(line, "get ") { // what follows may be --server=...
//		exec.CommandContext(ctx, "kubectl", strings.Fields(line)...)
//	}
//
//	for name, value := range in.Options {
//		args = append(args, "--"+name+"="+value) // --kubeconfig=...
//	}
//
// # Good
//
//	exec.CommandContext(ctx, "git", "clone", "--", in.URL, dir)
//
//	if strings.HasPrefix(in.Name, "-") {
//		return nil, nil, errors.New("a name does not start with a dash")
//	}
//	exec.CommandContext(ctx, "kubectl", "get", "pods", in.Name)
//
//	for _, word := range in.Words { // each of a list, and of any part of it
//		if strings.HasPrefix(word, "-") && !harmless[word] {
//			return nil, nil, errors.New("no such option")
//		}
//	}
//
//	exec.CommandContext(ctx, "git", "log", "--grep", in.Text) // the value of --grep
//
// # Limits
//
// Which options a program has, which of them take a value, and which are
// dangerous, are rows in models/programs; a configuration can add some. An
// option that is not in a row is taken for one whose value the next word is.
// Where nothing is known of the list that a word gets into, as of one that is put
// together in a struct, one text is a note, since it may be the value of an option,
// and the words of a text are a warning, since they may stand behind a "--".
// Text that a shell or another interpreter runs is the matter of shellinterp,
// and what a program does with the files that it is given that of pathroot.
package arginject
