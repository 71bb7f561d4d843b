import { type Case, get, send } from './security-calls.ts';

const ofCoach = { coachId: '{coachId}' };
const fields = {
  firstName: 'firstname',
  lastName: 'lastname',
  email: 'email',
  phone: 'phone',
  status: 'lifecyclestage',
};
const stages = { new: 'a', pitched: 'a', trial: 'b', won: 'c', lost: null };
const settings = (change: object = {}) =>
  send('PUT', '/crm/settings', {
    ...ofCoach,
    fields,
    deals: { pipelineId: 'default', stages },
    addsLeads: false,
    ...change,
  });

export const CRM_CASES: Record<string, Case> = {
  'crm.connectCrm': { call: send('POST', '/crm/authorizations', ofCoach) },
  'crm.listCrmPipelines': { call: get('/crm/pipelines?coachId={coachId}') },
  'crm.syncCrm': { call: send('POST', '/crm/syncs', ofCoach) },
  'crm.saveCrmSettings': {
    call: settings(),
    bad: [
      settings({ fields: { ...fields, lastName: 'firstname' } }),
      settings({ fields: { ...fields, email: 'work_email' } }),
      settings({ fields: { ...fields, phone: '__proto__' } }),
      settings({ deals: { pipelineId: '../contacts', stages } }),
      settings({ deals: { pipelineId: 'default', stages: { new: 'a' } } }),
    ],
  },
};
