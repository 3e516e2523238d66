import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ToolIndex } from './rank-tools.ts';

/** What people ask for, and the tools that do it: one of them must be among the first five. */
const QUERIES: readonly (readonly [string, string])[] = [
  ['list pull requests', 'github.pulls_list'],
  ['open a pull request', 'github.pulls_create'],
  ['merge a pull request', 'github.pulls_merge'],
  ['create an issue', 'github.issues_create'],
  ['comment on an issue', 'github.issues_create-comment'],
  ['close an issue', 'github.issues_update'],
  ['add labels to an issue', 'github.issues_add-labels'],
  ['list my repositories', 'github.repos_list-for-authenticated-user'],
  ['create a repository', 'github.repos_create-for-authenticated-user github.repos_create-in-org'],
  ['delete a repo', 'github.repos_delete'],
  ['fork a repository', 'github.repos_create-fork'],
  ['list branches', 'github.repos_list-branches'],
  ['list commits', 'github.repos_list-commits'],
  ['compare two commits', 'github.repos_compare-commits'],
  ['read a file from a repository', 'github.repos_get-content'],
  ['create a release', 'github.repos_create-release'],
  ['get the latest release', 'github.repos_get-latest-release'],
  ['search code', 'github.search_code'],
  ['search repositories', 'github.search_repos'],
  ['star a repository', 'github.activity_star-repo-for-authenticated-user'],
  ['trigger a workflow', 'github.actions_create-workflow-dispatch'],
  ['list workflow runs', 'github.actions_list-workflow-runs github.actions_list-workflow-runs-for-repo'],
  ['cancel a workflow run', 'github.actions_cancel-workflow-run'],
  ['download workflow logs', 'github.actions_download-workflow-run-logs'],
  ['list organization members', 'github.orgs_list-members'],
  ['request a review', 'github.pulls_request-reviewers'],
  ['approve a pull request', 'github.pulls_create-review github.pulls_submit-review'],
  ['create a gist', 'github.gists_create'],
  ['create a webhook', 'github.repos_create-webhook'],
  ['create a customer', 'stripe.PostCustomers'],
  ['list customers', 'stripe.GetCustomers'],
  ['find a customer by email', 'stripe.GetCustomersSearch stripe.GetCustomers'],
  ['charge a credit card', 'stripe.PostCharges stripe.PostPaymentIntents'],
  ['refund a charge', 'stripe.PostRefunds stripe.PostChargesChargeRefund stripe.PostChargesChargeRefunds'],
  ['create a payment intent', 'stripe.PostPaymentIntents'],
  [
    'cancel a subscription',
    'stripe.DeleteSubscriptionsSubscriptionExposedId stripe.DeleteCustomersCustomerSubscriptionsSubscriptionExposedId',
  ],
  ['list invoices', 'stripe.GetInvoices'],
  ['send an invoice', 'stripe.PostInvoicesInvoiceSend'],
  ['get account balance', 'stripe.GetBalance'],
  ['create a coupon', 'stripe.PostCoupons'],
  ['list pods', 'kubernetes.listCoreV1NamespacedPod kubernetes.listCoreV1PodForAllNamespaces'],
  ['delete a pod', 'kubernetes.deleteCoreV1NamespacedPod'],
  ['get pod logs', 'kubernetes.readCoreV1NamespacedPodLog'],
  ['create a deployment', 'kubernetes.createAppsV1NamespacedDeployment'],
  [
    'scale a deployment',
    'kubernetes.replaceAppsV1NamespacedDeploymentScale kubernetes.patchAppsV1NamespacedDeploymentScale',
  ],
  ['list namespaces', 'kubernetes.listCoreV1Namespace'],
  ['create a secret in kubernetes', 'kubernetes.createCoreV1NamespacedSecret'],
  ['list nodes', 'kubernetes.listCoreV1Node'],
  ['generate an image', 'openai.createImage'],
  ['create embeddings', 'openai.createEmbedding'],
  ['chat completion', 'openai.createChatCompletion'],
  ['transcribe audio', 'openai.createTranscription'],
  ['list models', 'openai.listModels'],
  ['upload a file to openai', 'openai.createFile'],
  ['send a message to a channel', 'slack.chat_postMessage'],
  ['list channels', 'slack.conversations_list'],
  ['invite a user to a channel', 'slack.conversations_invite slack.admin_conversations_invite'],
  ['upload a file to slack', 'slack.files_upload'],
  ['add an emoji reaction', 'slack.reactions_add'],
  ['set a reminder', 'slack.reminders_add'],
  ['show me the open issues of a repo', 'github.issues_list-for-repo github.issues_list'],
  ['edit an issue', 'github.issues_update'],
  ['lock a conversation', 'github.issues_lock'],
  ['assign somebody to an issue', 'github.issues_add-assignees'],
  ['remove a label from an issue', 'github.issues_remove-label'],
  ['who starred a repo', 'github.activity_list-stargazers-for-repo'],
  ['protect a branch', 'github.repos_update-branch-protection'],
  ['rename a branch', 'github.repos_rename-branch'],
  ['list tags of a repository', 'github.repos_list-tags'],
  ['files changed in a pull request', 'github.pulls_list-files'],
  ['re-run failed jobs', 'github.actions_re-run-workflow-failed-jobs'],
  ['invite a collaborator', 'github.repos_add-collaborator'],
  ['follow a user', 'github.users_follow'],
  ['get user profile by username', 'github.users_get-by-username'],
  ['add a deploy key', 'github.repos_create-deploy-key'],
  ['list releases', 'github.repos_list-releases'],
  ['search issues', 'github.search_issues-and-pull-requests'],
  ['create a milestone', 'github.issues_create-milestone'],
  ['get a pull request', 'github.pulls_get'],
  ['list contributors', 'github.repos_list-contributors'],
  ["update a customer's address", 'stripe.PostCustomersCustomer'],
  ['remove a customer', 'stripe.DeleteCustomersCustomer'],
  ['create a subscription', 'stripe.PostSubscriptions stripe.PostCustomersCustomerSubscriptions'],
  ['list subscriptions', 'stripe.GetSubscriptions'],
  ['create a product', 'stripe.PostProducts'],
  ['list prices', 'stripe.GetPrices'],
  ['capture a payment', 'stripe.PostPaymentIntentsIntentCapture stripe.PostChargesChargeCapture'],
  ['list disputes', 'stripe.GetDisputes'],
  ['create a checkout session', 'stripe.PostCheckoutSessions'],
  ['make a payout', 'stripe.PostPayouts'],
  ['restart / replace a deployment', 'kubernetes.replaceAppsV1NamespacedDeployment'],
  ['list services in a namespace', 'kubernetes.listCoreV1NamespacedService'],
  ['create a config map', 'kubernetes.createCoreV1NamespacedConfigMap'],
  [
    'execute a command in a pod',
    'kubernetes.connectCoreV1PostNamespacedPodExec kubernetes.connectCoreV1GetNamespacedPodExec',
  ],
  ['list cron jobs', 'kubernetes.listBatchV1NamespacedCronJob kubernetes.listBatchV1CronJobForAllNamespaces'],
  ['translate speech', 'openai.createTranslation'],
  ['fine-tune a model', 'openai.createFineTune'],
  ['moderate text', 'openai.createModeration'],
  ['edit a picture', 'openai.createImageEdit'],
  ['remove a file from openai', 'openai.deleteFile'],
  ['schedule a message', 'slack.chat_scheduleMessage'],
  ['create a channel', 'slack.conversations_create'],
  ['look up a user by email address', 'slack.users_lookupByEmail'],
  ['list users in slack', 'slack.users_list'],
  ['search messages', 'slack.search_messages'],
  ['pin a message', 'slack.pins_add'],
  ['archive a channel', 'slack.conversations_archive slack.admin_conversations_archive'],
  ['set channel topic', 'slack.conversations_setTopic'],
  ['read channel history', 'slack.conversations_history'],
  ['delete a message', 'slack.chat_delete'],
];

const TOOLS = readFileSync(join(import.meta.dirname, 'testing/openapi-tools.tsv'), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => {
    const [name = '', tags = '', description = ''] = line.split('\t');
    return { name, tags: tags.split(',').filter(Boolean), description };
  });

it('finds 95 % of everyday requests among the first five of 2,300 tools', () => {
  const index = new ToolIndex(TOOLS);
  const names = new Set(TOOLS.map(({ name }) => name));
  const wanted = QUERIES.map(([query, tools]) => [query, tools.split(' ')] as const);
  expect(wanted.flatMap(([, tools]) => tools).filter((name) => !names.has(name))).toEqual([]);
  const missed = wanted.filter(([query, tools]) => {
    const found = index.search(query, { limit: 5 }).map(({ name }) => name);
    return !tools.some((name) => found.includes(name));
  });
  expect([TOOLS.length > 2300, QUERIES.length >= 60]).toEqual([true, true]);
  // More than these would be listed in the failure.
  expect(missed.slice(Math.floor(QUERIES.length * 0.05))).toEqual([]);
});

/** Tools of other services, whose words are not those that people use. */
const OTHERS = [
  ['cloud.dropletActions_post', 'Droplet Actions', 'Initiate a Droplet Action'],
  ['cloud.droplets_list', 'Droplets', 'List All Droplets'],
  ['cloud.domains_create_record', 'Domain Records', 'Create a New Domain Record'],
  ['cloud.domains_list', 'Domains', 'List All Domains'],
  ['cloud.volumes_delete', 'Block Storage', 'Delete a Block Storage Volume'],
  ['work.createStoryForTask', 'Stories', 'Create a story on a task'],
  ['work.createTask', 'Tasks', 'Create a task'],
  ['work.getTask', 'Tasks', 'Get a task'],
  ['music.skip-to-next-track', 'Player', 'Skip To Next'],
  ['music.pause-playback', 'Player', 'Pause Playback'],
  ['music.get-track', 'Tracks', 'Get Track'],
  ['music.search', 'Search', 'Search for Item. Get catalog information about albums, artists, playlists and tracks.'],
  ['meet.meetingRegistrantCreate', 'Meetings', 'Add meeting registrant'],
  ['meet.meetingDelete', 'Meetings', 'Delete a meeting'],
  ['meet.reportMeetingParticipants', 'Reports', 'Get meeting participant reports'],
  ['post.suppressions_create', 'Suppressions', 'Add an address to a suppression group'],
] as const;

it.each([
  ['reboot a server', 'cloud.dropletActions_post'],
  ['restart my machine', 'cloud.dropletActions_post'],
  ['resize a droplet', 'cloud.dropletActions_post'],
  ['add dns record', 'cloud.domains_create_record'],
  ['remove a disk', 'cloud.volumes_delete'],
  ['list my servers', 'cloud.droplets_list'],
  ['add a comment to a task', 'work.createStoryForTask'],
  ['play next song', 'music.skip-to-next-track'],
  ['pause the music', 'music.pause-playback'],
  ['search for a track', 'music.search'],
  ['issue an invoice', 'stripe.PostInvoices'],
  ['add participant to meeting', 'meet.meetingRegistrantCreate'],
  ['add an attendee to a meeting', 'meet.meetingRegistrantCreate'],
  ['unsubscribe someone', 'post.suppressions_create'],
])('finds what to use to %s among the first five', (query, tools) => {
  const others = OTHERS.map(([name, tag, description]) => ({ name, tags: [tag], description }));
  const found = new ToolIndex([...TOOLS, ...others]).search(query, { limit: 5 }).map(({ name }) => name);
  expect(found.filter((name) => tools.split(' ').includes(name))).not.toEqual([]);
});

it("finds what to use to set one's status among the tools of a chat service", () => {
  const chat = TOOLS.filter(({ name }) => name.startsWith('slack.'));
  const found = new ToolIndex(chat).search('set my status', { limit: 5 }).map(({ name }) => name);
  expect(found.filter((name) => /users_(profile_set|setPresence)$/.test(name))).not.toEqual([]);
});
