import { exportOfTenant, keepOut } from '../../core/exports.ts';
import {
  broadcastRecipients,
  broadcasts,
  conversations,
  messageAttachments,
  messages,
  messageWordRows,
  readMarkers,
} from './messages.table.ts';

const GROUP_OF_COACH = 'Each client has the messages that they received.';

/** Messages in copies of people's data. */
export const messageExports = [
  exportOfTenant(messages, {
    file: 'messages',
    about: 'Messages, in the order in which they were sent.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
    by: ['clientId', 'seq'],
  }),
  exportOfTenant(messageAttachments, {
    file: 'message-attachments',
    about: 'Which files belong to which message.',
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
  exportOfTenant(broadcasts, {
    file: 'group-messages',
    about: 'Messages that were sent to several clients.',
    coach: { but: [] },
    client: GROUP_OF_COACH,
  }),
  exportOfTenant(broadcastRecipients, {
    file: 'group-message-recipients',
    about: 'Who received a group message.',
    coach: { but: [] },
    client: GROUP_OF_COACH,
  }),
  keepOut(messageWordRows, 'They only let a search find the messages, which are in the copy.'),
  keepOut(conversations, 'It only counts the messages.'),
  keepOut(readMarkers, 'It says only up to which message each side has read.'),
];
