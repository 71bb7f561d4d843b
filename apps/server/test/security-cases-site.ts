import { randomUUID } from 'node:crypto';
import { type Case, get, gets, send } from './security-calls.ts';

const submission = () => ({
  id: randomUUID(),
  full_name: 'Vera Lind',
  email: 'vera@example.com',
  social_proof: '@vera',
  coaching_experience: '1-3 years',
  interest_reason: '',
  monthly_clients: 12,
  time_suck: 'Chasing check-ins',
  tools_used: 'Spreadsheets',
  success_vision: 'Half the evenings back',
  feedback_willing: true,
  commitment_level: 4,
  form_source: 'Demo',
});

const demoForm = (id: string) => ({
  id,
  full_name: 'Vera Lind',
  email: 'vera@example.com',
  social_proof: '@vera',
  coaching_experience: '1-3 years',
  motivation_text: '',
  client_count: 12,
  workflow_bottleneck: 'Chasing check-ins',
  current_tools: 'Spreadsheets',
  success_vision: 'Half the evenings back',
  provide_feedback: 'yes',
  commitment_level: 4,
  formSource: 'Demo',
});

const booking = { fullName: 'Vera Lind', email: 'vera@example.com', timeZone: 'Europe/Berlin', answers: '' };
const NO_TOKEN = 'x'.repeat(54);

/** Public forms are open to every caller. None of these procedures reads submissions. */
export const SITE_CASES: Record<string, Case> = {
  'site.createFormSubmission': {
    call: send('POST', '/form_submissions', submission),
  },
  'site.bookDemo': {
    async call(caller) {
      const { slots } = (await caller.get<{ slots: string[] }>('/rest/v1/demo_slots')).body;
      return caller.send('POST', '/rest/v1/demo_bookings', {
        ...booking,
        id: randomUUID(),
        startsAt: slots[0],
        email: `vera-${randomUUID()}@example.com`,
      });
    },
  },
  'site.getDemoBooking': {
    call: get(`/demo_bookings/${NO_TOKEN}`),
    missing: gets('/demo_bookings/x', `/demo_bookings/${'%20'.repeat(30)}`),
  },
  'functions.processFormSubmission': {
    async call(caller) {
      const row = submission();
      await caller.send('POST', '/rest/v1/form_submissions', row);
      return caller.send('POST', '/functions/v1/process-form-submission', demoForm(row.id));
    },
    missing: [send('POST', '/functions/v1/process-form-submission', () => demoForm(randomUUID()))],
  },
};
