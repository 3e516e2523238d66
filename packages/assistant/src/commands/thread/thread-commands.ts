import type { CreateCaller } from '../../opening/host.ts';
import { command as answer } from './answer.ts';
import { create } from './create.ts';
import { createBg } from './create-bg.ts';
import { createStart } from './create-start.ts';
import { command as deleteThread } from './delete.ts';
import { command as discard } from './discard.ts';
import { command as get } from './get.ts';
import { command as list } from './list.ts';
import { command as merge } from './merge.ts';
import { command as messages } from './messages.ts';
import { command as read } from './read.ts';
import { send } from './send.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import { command as stop } from './stop.ts';
import { command as update } from './update.ts';
import { command as wait } from './wait.ts';

/** The commands of threads in one piece: each line of the list of a module is part of every start. */
export const threadCommands = (createCaller: CreateCaller) => ({
  create: create(createCaller),
  start: start(createCaller),
  'create-start': createStart(createCaller),
  'create-bg': createBg(createCaller),
  list,
  get,
  messages,
  read,
  status: status(createCaller),
  send: send(createCaller),
  answer,
  wait,
  stop,
  merge,
  discard,
  update,
  delete: deleteThread,
});
