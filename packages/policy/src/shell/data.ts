import type { Data } from './program.ts';

/** Every argument is data, and the input too: nothing makes such a program run something. */
export const ALL_DATA: Data = { any: true };

/** The data of a program whose options must be known, because some of them run programs. */
export function data(flags: string, valued: string, more: Omit<Data, 'flags' | 'valued'> = {}): Data {
  return { flags: list(flags), valued: list(valued), ...more };
}

export function list(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}

const sameFor = (names: string, row: Data) => Object.fromEntries(list(names).map((name) => [name, row]));

const TAR = data(
  'c x t r u A z j J a v p k h P O S m W zstd gzip bzip2 xz create extract list append update get diff compare verbose ' +
    'auto-compress no-same-owner same-owner no-same-permissions preserve-permissions keep-old-files overwrite dereference ' +
    'absolute-names to-stdout totals null no-recursion no-wildcards wildcards one-file-system numeric-owner ignore-failed-read',
  'f file C directory exclude strip-components X exclude-from owner group mode mtime N newer',
  {
    closed: list(
      'I use-compress-program F info-script new-volume-script to-command checkpoint-action rsh-command T files-from transform xform',
    ),
  },
);

const SORT = data(
  'b d f g h i M n R r V c C m s u z ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ' +
    'human-numeric-sort numeric-sort random-sort reverse version-sort check merge stable unique zero-terminated',
  'k t o S T key field-separator output buffer-size temporary-directory parallel sort',
  { closed: list('compress-program files0-from random-source batch-size') },
);

const CURL = data(
  'a f g G i I j k l L n N O p R s S v # 0 1 2 4 6 append compressed fail fail-with-body get head http1.1 http2 ' +
    'include insecure junk-session-cookies list-only location location-trusted netrc no-buffer path-as-is remote-name ' +
    'remote-header-name remote-time retry-connrefused retry-all-errors show-error silent ssl-reqd tlsv1.2 tlsv1.3 verbose',
  'A b c C d D e E F H m o r T u U w x X y Y z cacert cert connect-timeout continue-at cookie cookie-jar create-file-mode ' +
    'data data-ascii data-binary data-raw data-urlencode dump-header form form-string header json key limit-rate max-time ' +
    'max-filesize max-redirs oauth2-bearer output output-dir proto proxy range referer request request-target resolve ' +
    'retry retry-delay retry-max-time upload-file url url-query user user-agent write-out variable',
  { closed: list('K config engine') },
);

const WGET = data(
  'q v nv c N S b r k p m x nc nd nH np O- quiet verbose no-verbose continue timestamping server-response recursive ' +
    'convert-links page-requisites mirror no-clobber no-directories no-host-directories no-parent no-check-certificate ' +
    'spider content-disposition trust-server-names',
  'O P o a t T w l A R D X I U output-document directory-prefix output-file append-output tries timeout wait level accept ' +
    'reject domains header user password post-data post-file method body-data body-file user-agent referer limit-rate ' +
    'max-redirect base',
  { closed: list('e execute use-askpass config i input-file') },
);

const RSYNC = data(
  'a v r l p t g o D z h P n u x c q R b W S H A X i archive verbose recursive links perms times group owner compress ' +
    'human-readable progress partial dry-run update one-file-system checksum quiet relative delete delete-after ' +
    'delete-excluded existing ignore-existing stats itemize-changes inplace numeric-ids mkpath',
  'exclude include exclude-from include-from max-size min-size bwlimit timeout chmod chown backup-dir suffix out-format ' +
    'log-file files-from port password-file compare-dest copy-dest link-dest temp-dir',
  { closed: list('e rsh rsync-path M remote-option early-input T f filter') },
);

const FIND = data(
  'print print0 prune depth empty delete ls daystart follow mount xdev noleaf true false executable readable writable ' +
    'nouser nogroup quit not and or a o L P H',
  'name iname path ipath wholename iwholename regex iregex lname ilname type xtype size mtime atime ctime mmin amin cmin ' +
    'newer anewer cnewer newermt maxdepth mindepth user group uid gid perm inum links samefile fstype regextype printf',
  { closed: list('fprint fprint0 fprintf fls exec execdir ok okdir files0-from D'), oneDash: true },
);

const RG_FLAGS =
  'i s S v w x c l n N o q F P U z 0 H I L p u uu uuu . a ignore-case case-sensitive smart-case invert-match word-regexp ' +
  'line-regexp count files-with-matches files-without-match line-number no-line-number only-matching quiet fixed-strings ' +
  'pcre2 multiline search-zip null with-filename no-filename hidden no-ignore json vimgrep heading no-heading files ' +
  'stats trim column text follow no-messages no-config';

const GIT_LOG_FLAGS =
  'p u s oneline all graph stat shortstat numstat name-only name-status no-merges merges reverse decorate patch no-patch ' +
  'cached staged follow abbrev-commit first-parent no-color raw summary porcelain short branch long z i E F P w b ' +
  'date-order topo-order no-ext-diff no-textconv no-renames quiet q v verbose full-history';
const GIT_LOG_VALUED =
  'n max-count author committer grep since until after before format pretty date L S G skip diff-filter U unified ' +
  'word-diff color abbrev M C';

const GIT: Data = {
  flags: list('no-pager p paginate P bare no-replace-objects literal-pathspecs no-optional-locks version'),
  valued: ['C', 'git-dir', 'work-tree', 'namespace'],
  closed: ['c', 'config-env', 'exec-path'],
  operands: 'none',
  commands: {
    ...sameFor('log show diff shortlog whatchanged reflog', data(GIT_LOG_FLAGS, GIT_LOG_VALUED)),
    ...sameFor(
      'status add rm mv ls-files ls-tree check-ignore cat-file rev-parse rev-list describe show-ref merge-base name-rev ' +
        'blame count-objects diff-tree for-each-ref show-branch',
      data(
        'porcelain short s b branch v z A u f force all p n dry-run r cached t o m tags always long dirty abbrev-ref verify ' +
          'show-toplevel name-only full-name count quiet q line-porcelain e merged no-merged contains others modified deleted ' +
          'exclude-standard stage intent-to-add update symbolic-full-name is-inside-work-tree',
        'untracked-files abbrev L match exclude format sort points-at max-count since until author short',
      ),
    ),
    grep: data(
      'i I v w n l L c h H E F P q a r z o cached no-index untracked line-number count files-with-matches name-only ' +
        'ignore-case word-regexp fixed-strings extended-regexp perl-regexp all-match column heading break',
      'e A B C m max-depth max-count threads and or not',
      { closed: list('O open-files-in-pager f') },
    ),
    ...sameFor(
      'checkout switch branch tag merge reset restore revert cherry-pick stash',
      data(
        'b B d D f m a l c r t hard soft mixed keep force detach track no-track list all delete remotes ff ff-only no-ff ' +
          'no-commit no-edit abort continue quit staged worktree ours theirs squash verbose v vv quiet q create ' +
          'show-current push pop apply drop clear include-untracked keep-index annotate merged no-merged orphan',
        'b B c C m message source sort format contains no-contains points-at orphan u set-upstream-to F file',
        { closed: list('s strategy X strategy-option gpg-sign S local-user') },
      ),
    ),
    commit: data(
      'a q v n s all amend no-edit no-verify allow-empty allow-empty-message signoff quiet verbose dry-run only include',
      'm message author date F file C reuse-message fixup squash t template trailer cleanup',
      { closed: list('S gpg-sign e edit pathspec-from-file') },
    ),
    clone: data(
      'q v n l s bare mirror no-checkout local shared no-tags single-branch no-single-branch recursive recurse-submodules ' +
        'shallow-submodules sparse quiet verbose progress no-hardlinks dissociate',
      'b branch depth o origin shallow-since shallow-exclude filter jobs j reference separate-git-dir',
      { closed: list('u upload-pack c config template server-option bundle-uri') },
    ),
    ...sameFor(
      'fetch pull push ls-remote remote',
      data(
        'a f p t n q v all force prune tags dry-run quiet verbose rebase no-rebase ff-only no-tags heads refs symref ' +
          'force-with-lease set-upstream u delete follow-tags unshallow update-shallow atomic porcelain add remove get-url',
        'depth jobs j deepen shallow-since sort refmap',
        { closed: list('upload-pack receive-pack exec o push-option server-option recurse-submodules c config') },
      ),
    ),
    init: data('q bare quiet', 'b initial-branch', { closed: ['template', 'separate-git-dir', 'shared'] }),
    archive: data('v verbose 9 1', 'format prefix o output', { closed: ['remote', 'exec', 'add-file'] }),
    apply: data('check stat numstat summary R reverse 3 index cached v q', 'p directory include exclude whitespace'),
    'check-ref-format': data('branch normalize', ''),
  },
};

const DOCKER_RUN: Data = data(
  'd i t it rm init read-only privileged P q detach interactive tty publish-all no-healthcheck quiet',
  'name w workdir u user v volume m memory c cpus cpu-shares network net h hostname p publish l label pull platform ' +
    'restart tmpfs shm-size memory-swap pids-limit stop-timeout add-host dns ulimit mount label-file',
  {
    variables: list('e env'),
    operands: 1,
    closed: list(
      'entrypoint env-file security-opt cap-add cap-drop device runtime isolation cgroup-parent gpus log-driver log-opt',
    ),
  },
);

const DOCKER: Data = {
  flags: ['D', 'debug'],
  valued: ['l', 'log-level'],
  closed: ['H', 'host', 'config', 'c', 'context'],
  operands: 'none',
  commands: {
    run: { ...DOCKER_RUN, runsAfter: 1 },
    create: { ...DOCKER_RUN, runsAfter: 1 },
    exec: {
      ...data('d i t it privileged detach interactive tty', 'w workdir u user', {
        variables: list('e env'),
        closed: ['detach-keys', 'env-file'],
      }),
      runsAfter: 1,
    },
    ...sameFor(
      'ps images logs inspect top stats port stop start restart kill rm rmi pause unpause wait tag history diff rename search version info',
      data(
        'a q f l s n all quiet follow timestamps details no-trunc no-stream force volumes latest size t v link no-prune',
        'filter format since until tail n last time t signal limit type',
      ),
    ),
    cp: data('a L q archive follow-link quiet', ''),
  },
};

const KUBECTL_VALUED =
  'n namespace l selector o output context cluster c container tail since since-time field-selector sort-by limit template ' +
  'replicas timeout to-revision grace-period request-timeout as type revision';
const KUBECTL_FLAGS =
  'A w f p R all-namespaces watch show-labels no-headers ignore-not-found all follow previous timestamps recursive wait ' +
  'force now all-containers prefix q quiet overwrite dry-run i t it stdin tty';
const KUBECTL: Data = {
  valued: list('n namespace context cluster'),
  flags: [],
  closed: list('kubeconfig plugin cache-dir server s token user'),
  operands: 'none',
  commands: {
    ...sameFor(
      'get describe logs top rollout scale delete label annotate explain api-resources events wait auth',
      data(KUBECTL_FLAGS, `${KUBECTL_VALUED} for resource-version`, { closed: ['kubeconfig'] }),
    ),
    exec: { ...data(KUBECTL_FLAGS, KUBECTL_VALUED, { closed: ['kubeconfig', 'filename'] }), runsAfter: 1 },
  },
};

const GH_LIST = data(
  'w web a d c comments draft json-all fill archived public private p all closed merged prerelease latest',
  'R repo s state l label L limit a assignee A author m milestone S search t title b body F body-file json q jq B base H ' +
    'head reviewer project template o owner language sort order match visibility branch workflow user status event n notes ' +
    'target D dir pattern archive reason c comment',
);
const GH: Data = {
  operands: 'none',
  commands: Object.fromEntries(
    list('issue pr repo release run search label gist').map((topic) => [
      topic,
      {
        operands: 'none',
        commands: sameFor(
          'list view status create close reopen comment edit diff checks issues prs repos code commits watch delete download',
          GH_LIST,
        ),
      } satisfies Data,
    ]),
  ),
};

const NPM_QUERY = data('g l global long json parseable', 'depth registry prefix', {
  closed: ['c', 'call', 'script-shell'],
});

/** Which arguments are data, for programs of which some arguments are not. */
export const DATA: Readonly<Record<string, Data>> = {
  tar: TAR,
  bsdtar: TAR,
  sort: SORT,
  curl: CURL,
  wget: WGET,
  rsync: RSYNC,
  scp: data('r p q v C B 3 4 6', 'P i l F', { closed: list('S o c D J X') }),
  find: FIND,
  split: data(
    'd x e u elide-empty-files numeric-suffixes hex-suffixes verbose',
    'a b C l n t bytes lines number suffix-length additional-suffix',
    {
      closed: ['filter'],
    },
  ),
  zip: data('T r q j v m u f d y 0 1 9 e X D g', 'x i P b t n', { closed: list('TT unzip-command') }),
  rg: data(
    RG_FLAGS,
    'e A B C m g t T f j r M E d regexp after-context before-context context max-count glob iglob type type-not file threads ' +
      'replace max-columns encoding max-depth max-filesize sort sortr color colors path-separator',
    { closed: list('pre pre-glob hostname-bin hyperlink-format') },
  ),
  fd: data(
    'H I u s i g F a l L p 0 1 q hidden no-ignore unrestricted case-sensitive ignore-case glob fixed-strings absolute-path ' +
      'list-details follow full-path print0 quiet',
    'd t e E S o extension exclude type max-depth min-depth exact-depth size owner changed-within changed-before color ' +
      'max-results base-directory search-path threads j',
    { closed: list('x X exec exec-batch') },
  ),
  bat: data(
    'n p A P plain number show-all',
    'l language r line-range H theme style file-name tabs wrap color decorations',
    {
      closed: list('pager m map-syntax config-file'),
    },
  ),
  pandoc: data(
    's N standalone toc number-sections embed-resources self-contained ascii quiet',
    'f t o r w M V from to output read write metadata variable title-prefix wrap columns toc-depth highlight-style',
    { closed: list('F filter L lua-filter pdf-engine pdf-engine-opt d defaults template') },
  ),
  git: GIT,
  docker: DOCKER,
  podman: DOCKER,
  kubectl: KUBECTL,
  gh: GH,
  helve: {
    operands: 'none',
    commands: {
      fs: { any: true },
      tool: { operands: 'none', commands: { call: data('json', 'params args tool cwd'), search: { any: true } } },
    },
  },
  npm: { operands: 'none', commands: sameFor('view info show search ls list outdated ping whoami', NPM_QUERY) },
  pip: {
    operands: 'none',
    commands: sameFor('show list freeze check index', data('v q verbose quiet outdated user', 'format')),
  },
  cargo: { operands: 'none', commands: sameFor('search info tree', data('q v quiet verbose', 'limit registry')) },
  systemctl: {
    flags: list('q no-pager quiet all a l full user system'),
    valued: list('n lines o output t type p property state'),
    operands: 'none',
    commands: sameFor(
      'status is-active is-enabled is-failed show list-units restart start stop reload cat',
      data('q no-pager quiet all a l full user system value', 'n lines o output t type p property state'),
    ),
  },
  journalctl: data(
    'f r x e q k no-pager follow reverse quiet no-full all a utc merge m list-boots no-hostname',
    'u n S U p o b g t unit lines since until priority output grep identifier user-unit boot cursor',
  ),
  aws: {
    operands: 'none',
    flags: list('no-paginate no-verify-ssl no-cli-pager debug'),
    valued: list('region profile output query'),
    closed: list('endpoint-url ca-bundle'),
    commands: sameFor(
      's3 s3api ec2 sts logs lambda dynamodb sqs sns iam cloudformation cloudwatch ecr rds route53 secretsmanager kms',
      { any: true },
    ),
  },
};
