/** The service worker. Listeners are added at once, when it starts: an event that woke it must find them. */
import { listenToDialogTabs } from './actions/dialog.ts';
import { connection } from './connection/connection.ts';
import { listenToCovered, listenToPages, listenToSleepers } from './page/page-messages.ts';
import { cancel, dispatch } from './request/dispatch.ts';
import { listenToDocuments } from './page/known-documents.ts';
import { listenToGroups } from './tabs/groups.ts';
import { listenToNotices } from './people/notices.ts';
import { listenToPerson, onPeopleMessage, showState } from './people/people.ts';
import { onJudged } from './people/permits.ts';
import { listenToPopup } from './people/popup-messages.ts';
import { keepInBackground } from './tabs/own-window.ts';
import { listenToSettlers } from './tabs/requests.ts';
import { stayAwake, wake } from './connection/stay-awake.ts';
import { listenToTabs } from './tabs/tab-events.ts';

// Code of ours in a page has no business with tokens.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

listenToTabs((event) => connection.say({ type: 'event', event }));
listenToPopup();
listenToPerson();
listenToSleepers();
listenToGroups();
listenToNotices();
listenToPages();
listenToDialogTabs();
listenToSettlers();
listenToCovered();
listenToDocuments();
keepInBackground();
stayAwake();

connection.onState = () => void showState();
connection.onMessage = (message) => {
  onPeopleMessage(message);
  onJudged(message);
  if (message.type === 'cancel') cancel(message.id);
  if (message.type === 'request')
    dispatch(message.request, (response) => connection.say({ type: 'response', response })).catch(() =>
      connection.drop(),
    );
};

void wake();
