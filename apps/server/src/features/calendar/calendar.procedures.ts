import { os } from '../../platform/http/procedures.ts';
import { requireCoach } from '../identity/identity.policy.ts';
import { listSessions, setSessionStatus } from './calendar.service.ts';

export const calendarProcedures = {
  listSessions: os.calendar.listSessions.handler(async ({ context, input }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    return { sessions: await context.services.db.readAtOnce(scope, (tx) => listSessions(tx, input)) };
  }),
  updateSessionStatus: os.calendar.updateSessionStatus.handler(async ({ context, input, errors }) => {
    const { scope } = requireCoach(await context.actor(), input.coachId);
    const session = await context.services.db.write(scope, (tx) => setSessionStatus(tx, input.id, input.status));
    if (!session) throw errors.NOT_FOUND();
    return session;
  }),
};
