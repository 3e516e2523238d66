/** Posts the answer as a comment on the pull request or issue that the workflow runs for. */
import { readFileSync } from 'node:fs';
import { env, exit } from 'node:process';

/** GitHub accepts no longer comment. */
const MOST_CHARACTERS = 65_536;

const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN, HELVE_ANSWER = '' } = env;
const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
const number = event.pull_request?.number ?? event.issue?.number ?? event.number;
if (number === undefined) {
  console.log('The event belongs to no pull request or issue, so there is nothing to comment on.');
  exit(0);
}
const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues/${number}/comments`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${GITHUB_TOKEN}`,
    accept: 'application/vnd.github+json',
    'content-type': 'application/json',
  },
  body: JSON.stringify({ body: HELVE_ANSWER.slice(0, MOST_CHARACTERS) }),
});
if (!response.ok) {
  console.error(
    `The comment could not be posted: GitHub answered ${response.status}. Does the token have the permission to write comments?`,
  );
  exit(1);
}
