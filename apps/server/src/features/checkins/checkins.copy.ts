import { sql } from 'drizzle-orm';
import { exportOfTenant, keepOut } from '../../core/exports.ts';
import {
  checkInDrafts,
  checkInQuickReplies,
  checkInReminders,
  checkIns,
  checkInTemplates,
  checkInTemplateVersions,
} from './checkins.table.ts';

const FORMS_OF_COACH = 'Forms are the work of the coach. The questions that were answered are in form-versions.';

/** Check-ins and their forms in copies of people's data. */
export const checkInExports = [
  exportOfTenant(checkIns, {
    file: 'check-ins',
    hasNumbers: true,
    about: 'Check-ins with all answers. Weights are in kg.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
    by: ['clientId', 'submittedAt', 'id'],
  }),
  exportOfTenant(checkInDrafts, {
    file: 'check-in-draft',
    hasNumbers: true,
    about: 'The check-in that is started and not sent.',
    coach: 'A check-in belongs to the client until it is sent.',
    client: { but: [] },
  }),
  exportOfTenant(checkInTemplates, {
    file: 'forms',
    about: 'Forms for check-ins.',
    coach: { but: [] },
    client: FORMS_OF_COACH,
  }),
  exportOfTenant(checkInTemplateVersions, {
    file: 'form-versions',
    about: 'The questions of forms. Answers name them by their IDs.',
    page: 100,
    coach: { but: [] },
    client: { but: [] },
    where: {
      // A client's scope can read all forms of the coach. The copy only contains those that the client answered.
      client: ({ settings: { coachId, clientId } }) => sql`exists (select from ${checkIns} answered
        where answered.coach_id = ${coachId} and answered.client_id = ${clientId}
        and answered.template_id = ${checkInTemplateVersions.templateId}
        and answered.template_version = ${checkInTemplateVersions.version})`,
    },
  }),
  exportOfTenant(checkInQuickReplies, {
    file: 'quick-replies',
    about: 'Saved texts for replies to check-ins.',
    coach: { but: [] },
    client: 'Saved texts are for the coach alone.',
  }),
  keepOut(checkInReminders, 'It says only which reminders were sent, so that none is sent twice.'),
];
