import { eq } from 'drizzle-orm';
import { events } from '../../core/events/events.table.ts';
import { exportOfPerson, exportOfTenant, keepOut } from '../../core/exports.ts';
import { clients, coaches, preferences, userRoles, users } from '../../core/people/people.table.ts';

/** The account and the log of events in copies of people's data. */
export const identityExports = [
  exportOfPerson(users, {
    file: 'account',
    about: 'Name, email address and plan.',
    person: {
      only: [
        'id',
        'name',
        'email',
        'emailVerified',
        'twoFactorEnabled',
        'createdAt',
        'plan',
        'subscriptionStatus',
        'graceUntil',
        'includedClients',
      ] as const,
    },
  }),
  exportOfPerson(userRoles, {
    file: 'role',
    about: 'The role in the product.',
    person: { only: ['role'] },
  }),
  exportOfPerson(preferences, {
    file: 'preferences',
    about: 'Units and time zone.',
    person: { but: [] },
  }),
  exportOfPerson(coaches, {
    file: 'coach',
    about: 'Status, time zone and currency, for coaches.',
    person: { but: ['id'] },
    where: { person: ({ settings: { userId } }) => eq(coaches.id, userId ?? '') },
  }),
  keepOut(clients, 'It repeats the name and email address of the account.'),
  exportOfTenant(events, {
    file: 'timeline',
    about: 'What happened with each client, and when.',
    csv: true,
    coach: { but: [] },
    client: 'What happened is in the other files, with its time.',
  }),
];
