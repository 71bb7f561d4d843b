import { eq } from 'drizzle-orm';
import { exportOfPerson, exportOfTenant } from '../../core/exports.ts';
import { auditEntries } from './audit.table.ts';

const about = 'Who changed what, when, and from which network.';
const SHOWN = ['at', 'actor', 'action', 'before', 'after', 'network'] as const;

/** Activity in copies of people's data. A coach's tenant and person share one chain. */
export const auditExports = [
  exportOfPerson(auditEntries, {
    file: 'activity',
    about,
    person: { only: SHOWN },
    where: { person: ({ settings: { userId } }) => eq(auditEntries.chainId, userId ?? '') },
  }),
  exportOfTenant(auditEntries, {
    file: 'activity',
    about,
    coach: 'It is in the activity of the account.',
    client: { only: SHOWN },
    where: {
      client: ({ settings: { coachId } }) => eq(auditEntries.chainId, coachId ?? ''),
    },
  }),
];
