import { isNull } from 'drizzle-orm';
import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { coachings, currentCoaches } from '../../core/relationships/coachings.table.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import { clientNotes, clientVisits, invitations } from './clients.table.ts';

/** Clients, their invitations and notes in copies of people's data. */
export const clientExports = [
  exportOfTenant(relationships, {
    file: 'clients',
    fileOfClient: 'coaching',
    about: 'Who works together, since when, and when check-ins are due.',
    csv: true,
    coach: { but: ['personId', 'nameKey', 'lastNameKey', 'engagementUntil', 'nutritionShare'] },
    client: {
      only: [
        'status',
        'fullName',
        'email',
        'goal',
        'createdAt',
        'acceptedAt',
        'checkInIntervalDays',
        'checkInWeekdays',
        'checkInTimeZone',
        'checkInPauses',
      ] as const,
    },
  }),
  exportOfTenant(invitations, {
    file: 'invitations',
    about: 'Invitations to clients, without the secret of their links.',
    csv: true,
    coach: { only: ['clientId', 'createdAt', 'expiresAt', 'acceptedAt'] },
    client: 'The coaching says when it was accepted.',
  }),
  exportOfTenant(clientNotes, {
    file: 'notes',
    about: 'Notes about clients.',
    csv: true,
    coach: { but: ['removedAt'] },
    client: 'The notes of a coach are for the coach alone.',
    where: { coach: () => isNull(clientNotes.removedAt) },
  }),
  exportOfTenant(coachings, {
    file: 'nutrition-ways',
    about:
      'How a client works on nutrition, who hid calories, macros and body weight from them, their objection to being scored, and whether they stopped automatic messages.',
    coach: {
      only: ['clientId', 'nutritionWay', 'numbersOffBy', 'numbersOffSince', 'scoringObjectedAt', 'automaticStoppedAt'],
    },
    client: { only: ['nutritionWay', 'numbersOffBy', 'numbersOffSince', 'scoringObjectedAt', 'automaticStoppedAt'] },
  }),
  exportOfTenant(clientVisits, {
    file: 'visits',
    about: 'The days on which a client opened the portal, with the first and the last time.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
  keepOut(currentCoaches, 'It says only which coach is shown first.'),
];
