/** Words that say nothing of what is looked for. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be by can do does for from given has have how i if in into is it its of on one or our out ' +
    'please so specific specified some somebody someone than that the their them there these this those through to two up use ' +
    'using want was we what when where which who will with you your'
  ).split(' '),
);

/** The words of a text in small letters; `getUserName`, `get_user-name` and `HTTPUser` are taken apart. */
export function wordsOf(text: string): readonly string[] {
  const apart = text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/['’]s\b/g, '')
    .toLowerCase();
  return (apart.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word) && !/^v?\d+$/.test(word));
}

/** A word without its endings, so that `lists`, `listed` and `listing` are one. It need not be a word itself. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let root = word
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/([^su])s$/, '$1');
  root = root.replace(/(at|iz|bl)(ed|ing|or|ion)$/, '$1').replace(/([a-z]{3,})(ing|ed)$/, '$1');
  root = root.replace(/([bdfgmnprt])\1$/, '$1');
  root = root.replace(/(ication|ation)$/, 'at').replace(/([a-z]{3,})(ment|ness|able)$/, '$1');
  if (root.length > 6) root = root.replace(/([a-z]{4,}[^io])(er|or|ee|ion)$/, '$1');
  return root.length > 3 ? root.replace(/(e|y|i)$/, '') : root;
}

/** Words that ask for the same thing in different services. The first ones of a row are verbs of one action. */
const VERBS = [
  'list get retrieve fetch show read view find return display see lookup query browse enumerate',
  'create add new make post insert register open start generate provision',
  'delete remove destroy drop erase revoke unset detach',
  'update edit change modify patch put set replace alter adjust rename',
  'send post publish deliver write submit share notify',
  'search find query lookup filter',
  'cancel stop abort halt end terminate kill close',
  'run execute exec trigger start dispatch launch invoke rerun',
  'upload attach import',
  'download export fetch',
  'invite add',
  'approve accept review confirm allow',
  'reject deny decline refuse',
  'enable activate turn',
  'disable deactivate',
  'archive close',
  'transcribe transcription speech audio',
  'translate translation',
  'moderate moderation',
  'pay charge',
  'scale resize grow shrink upgrade',
  'scale replica',
  'resize action',
  'reboot restart power cycle reset',
  'reboot power shutdown boot action',
  'next skip forward advance',
  'previous back rewind',
  'pause hold suspend',
  'resume continue unpause',
  'play playback player',
  'shuffle random',
  'mute silence',
  'refund reimburse',
  'unsubscribe suppression optout',
  'sign login',
  'restore recover undelete',
  'sync synchronize refresh',
  'verify validate check test',
  'ban block suspend',
  'backup snapshot',
  'assign assignee',
  'star favorite bookmark stargazer',
  'subscribe watch follow',
  'copy clone duplicate fork',
  'move transfer',
  'lock freeze',
];

const NOUNS = [
  'repository repo project',
  'pull pr',
  'organization org organisation company',
  'user member person people account profile',
  'message chat dm',
  'channel conversation room',
  'image picture photo drawing',
  'file document content attachment',
  'folder directory',
  'issue ticket bug',
  'comment reply note story',
  'payment charge intent',
  'card credit',
  'customer client buyer',
  'invoice bill',
  'team group',
  'log logs output',
  'container pod',
  'configuration config setting preference',
  'environment env',
  'information info detail metadata',
  'email mail address',
  'job task',
  'workflow pipeline action ci',
  'key credential token',
  'event activity',
  'label tag',
  'status state',
  'status presence availability away',
  'status profile',
  'authentication auth login',
  'database db',
  'server droplet machine instance vm vps host',
  'dns domain zone nameserver',
  'record entry',
  'song track music tune',
  'participant attendee registrant guest invitee',
  'disk volume storage',
  'firewall security',
  'ip address',
  'video movie clip',
  'product item article',
  'order purchase',
  'price cost rate',
  'discount coupon promotion',
  'employee worker staff',
  'contact recipient subscriber',
  'phone number sms text',
  'report statistic analytics metric usage',
  'certificate ssl tls',
  'role permission right access',
  'review rating feedback',
  'website site page',
  'vector embedding',
  'kubernetes k8s cluster',
  'notification alert',
  'calendar schedule meeting',
  'history past previous',
  'current me authenticated my own',
];

const groups = (rows: readonly string[]) => rows.map((row) => new Set(row.split(' ').map(stem)));
const VERB_GROUPS = groups(VERBS);
const NOUN_GROUPS = groups(NOUNS);
/** A tool that searches is another than one that lists, so that this verb counts in full. */
const VERB_STEMS: ReadonlySet<string> = new Set(
  VERB_GROUPS.slice(0, 8)
    .flatMap((group) => [...group])
    .filter((each) => each !== stem('search')),
);

/** Whether a word says what to do, and not with what: such words are in the descriptions of most tools. */
export function isVerb(stemmed: string): boolean {
  return VERB_STEMS.has(stemmed);
}

/** Nouns that are verbs where a query starts with them: an invoice is issued, and an issue is opened. */
const FIRST_AS_VERB: Readonly<Record<string, string>> = {
  issue: 'create',
  book: 'create',
  log: 'create',
  file: 'create',
};

/** A query with its first word as a verb if an article follows it. */
export function asRequest(query: string): string {
  return query.replace(/^\s*(\w+)(?=\s+(an?|the|my|new)\s)/i, (word) => {
    const verb = FIRST_AS_VERB[word.trim().toLowerCase()];
    return verb ?? word;
  });
}

/** Other words for a word, as stems. */
export function synonymsOf(stemmed: string): readonly string[] {
  const found = [...VERB_GROUPS, ...NOUN_GROUPS].filter((group) => group.has(stemmed)).flatMap((group) => [...group]);
  return [...new Set(found)].filter((other) => other !== stemmed);
}
