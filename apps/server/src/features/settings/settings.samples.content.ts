import type { MailPart } from '@stridewell/contract/settings/settings.mails.rules';

/** Describes a mail for operators, with sample values. */
export type MailSample = {
  label: string;
  /** When it is sent. */
  about: string;
  parts: readonly MailPart[];
  values: Readonly<Record<string, string>>;
};

const URL = 'https://example.com/link';
const BOTH: readonly MailPart[] = ['subject', 'introduction'];
/** For mails whose subject depends on the occasion. */
const BELOW_SUBJECT: readonly MailPart[] = ['introduction'];
/** For mails that a person writes. */
const NONE: readonly MailPart[] = [];

const link = { name: 'Nina Park', url: URL };
const demo = { when: 'Tue, Mar 3, 10:00 AM PST', name: 'Vera Lind' };

/** Every mail that the product sends. */
export const MAIL_SAMPLES: Readonly<Record<string, MailSample>> = {
  verification: {
    label: 'Verify an address',
    about: 'After someone has signed up.',
    parts: BOTH,
    values: link,
  },
  account_exists: {
    label: 'Account exists',
    about: 'When an address that has an account is used to sign up.',
    parts: BOTH,
    values: link,
  },
  reset: { label: 'Reset a password', about: 'After "Forgot password?".', parts: BOTH, values: link },
  sign_in_code: {
    label: 'Sign-in code',
    about: 'When a person signs in with a code.',
    parts: BOTH,
    values: { name: 'Nina Park', code: '482913' },
  },
  sign_in_link: { label: 'Sign-in link', about: 'When a person signs in with a link.', parts: BOTH, values: link },
  email_change: { label: 'Confirm a new address', about: 'To the new address of a person.', parts: BOTH, values: link },
  security_notice: {
    label: 'Security notice',
    about: 'After a change of password, two-factor sign-in or address, and after an account was deleted.',
    parts: BELOW_SUBJECT,
    values: { ...link, event: 'password_changed' },
  },
  invitation: {
    label: 'Client invitation',
    about: 'When a coach invites a client.',
    parts: BOTH,
    values: { coachName: 'Maya Okafor', clientName: 'Nina Park', url: URL },
  },
  'coach-decision': {
    label: 'Decision about a coach',
    about: 'When an operator approves, rejects, asks, suspends or reinstates a coach.',
    parts: BELOW_SUBJECT,
    values: { decision: 'approve', name: 'Maya Okafor', reason: '', url: URL },
  },
  'account-notice': {
    label: 'Help with an account',
    about: 'When an operator has changed something for a person, such as their sign-in or a payment.',
    parts: BELOW_SUBJECT,
    values: { ...link, event: 'sessions_ended', reason: 'As you asked on the phone.', detail: '' },
  },
  'data-ready': {
    label: 'Copy of a person’s data',
    about: 'When a copy that the person asked for can be downloaded.',
    parts: BOTH,
    values: { ...link, until: 'December 1, 2026' },
  },
  'operator-invitation': {
    label: 'Operator invitation',
    about: 'When an admin invites an operator.',
    parts: BOTH,
    values: { inviter: 'Olga Petrov', role: 'support', may: 'Coach approval and accounts.', url: URL },
  },
  notification: {
    label: 'Notification',
    about: 'Notifications that a person chose to get by email.',
    parts: BELOW_SUBJECT,
    values: {
      ...link,
      title: 'New check-in',
      message: 'Nina Park sent a check-in.',
      type: 'checkin_submitted',
      preferencesUrl: URL,
    },
  },
  session: {
    label: 'Session',
    about: 'When a session is booked, changed or canceled, and before it begins.',
    parts: BELOW_SUBJECT,
    values: {
      ...link,
      what: 'scheduled',
      coachName: 'Maya Okafor',
      sessionType: 'Strength session',
      when: 'Tue, Mar 3, 10:00 AM PST',
      more: '',
      location: 'Studio',
      reason: '',
      button: 'See your sessions',
    },
  },
  purchase_waiting: {
    label: 'Purchase without an account',
    about: 'When a guest has paid for a plan.',
    parts: BOTH,
    values: { plan: 'Coach Plus', url: URL },
  },
  payment_failed: {
    label: 'Failed payment',
    about: 'When the payment for a plan did not go through.',
    parts: BOTH,
    values: { name: 'Maya Okafor', plan: 'Coach Plus', until: 'Tue, Mar 10', url: URL },
  },
  plan_ended: {
    label: 'Plan has ended',
    about: 'When a paid plan has ended.',
    parts: BOTH,
    values: { name: 'Maya Okafor', plan: 'Coach Plus', url: URL },
  },
  demo_confirmation: {
    label: 'Confirm a demo',
    about: 'When a visitor asks for a demo. Nothing is booked before they confirm.',
    parts: BOTH,
    values: { when: demo.when, url: URL },
  },
  visit_confirmation: {
    label: 'Confirm a time with a coach',
    about: "When a visitor books at a coach's page. Nothing is booked before they confirm.",
    parts: BOTH,
    values: { what: 'First call with Maya Okafor', when: demo.when, url: URL },
  },
  demo_booking: {
    label: 'Demo booking',
    about: 'When a visitor confirms, moves or cancels a demo.',
    parts: BELOW_SUBJECT,
    values: { ...demo, what: 'booked', url: URL },
  },
  demo_notice: {
    label: 'Demo booking, to operators',
    about: 'When a visitor books, moves or cancels a demo.',
    parts: BELOW_SUBJECT,
    values: { ...demo, what: 'booked', email: 'vera@example.com', answers: 'Experience: 3+ years' },
  },
  demo_request: {
    label: 'Demo request, to operators',
    about: 'When a visitor has filled in the demo questionnaire.',
    parts: BOTH,
    values: {
      name: 'Vera Lind',
      email: 'vera@example.com',
      socialProof: '@vera',
      experience: '3+ years',
      clients: '12',
      reason: 'Less paperwork',
      timeSuck: 'Check-ins',
      tools: 'Paper',
      vision: 'Free evenings',
      feedback: 'yes',
      commitment: '4',
    },
  },
  alert: {
    label: 'Alert, to operators',
    about: 'When a figure that operators watch reaches its threshold, and when it is back to normal.',
    parts: BELOW_SUBJECT,
    values: { label: 'Failed jobs', value: '12', threshold: '10', step: 'begins', url: URL, queues: 'Outgoing emails' },
  },
  audit_head: {
    label: 'Audit log check, to operators',
    about: 'After each nightly check.',
    parts: NONE,
    values: { chains: '24', entries: '1310', carried: '0', problems: '0', head: '4f1c2a.9e07', url: URL },
  },
  contact: {
    label: 'Contact form, to operators',
    about: 'When a visitor has sent the contact form.',
    parts: BOTH,
    values: {
      name: 'Vera Lind',
      businessName: 'Lind Strength',
      businessPhone: '+49 30 1234567',
      businessEmail: 'vera@example.com',
      cameFrom: 'Google',
      message: 'How do you handle groups?',
    },
  },
  monday_digest: {
    label: 'Monday email',
    about: 'On Mondays, which decisions are prepared for a coach.',
    parts: BOTH,
    values: {
      name: 'Maya Okafor',
      count: '4',
      lines: '1 client waits for your answer: Nina Park\n2 clients may be about to leave: Ben Moss and Ana Ruiz',
      url: URL,
      preferencesUrl: URL,
    },
  },
  contact_reply: {
    label: 'Reply to a contact',
    about: 'What an operator writes to a person who used the contact form.',
    parts: NONE,
    values: { name: 'Vera Lind', text: 'Groups work well. Shall we show you?', quoted: 'How do you handle groups?' },
  },
  flow: {
    label: 'Automatic email',
    about: 'What a flow of a coach sends to a client or a lead.',
    parts: NONE,
    values: {
      subject: 'How was your first week?',
      text: 'Hello Nina,\n\nwhat went well, and what was harder than you thought?',
      coachName: 'Maya Okafor',
      stopUrl: URL,
    },
  },
  flow_test: {
    label: 'Test of a flow',
    about: 'What a coach who tests a flow gets.',
    parts: NONE,
    values: {
      flowName: 'Welcome',
      place: 'step 3 of 10',
      subject: 'How was your first week?',
      text: 'Hello Maya,\n\nwhat went well, and what was harder than you thought?',
    },
  },
  lead: {
    label: 'Email to a lead',
    about: 'What a coach writes to a lead.',
    parts: NONE,
    values: {
      subject: 'Your first session',
      text: 'Hello Isabel,\n\nshall we start on Monday?',
      coachName: 'Maya Okafor',
    },
  },
};

/** Values that texts cannot use: links and codes, which are secrets, and values that only select a variant. */
const HIDDEN = new Set([
  'url',
  'preferencesUrl',
  'stopUrl',
  'code',
  'event',
  'decision',
  'what',
  'type',
  'button',
  'step',
]);

/** The placeholders of a mail with sample values. */
export const placeholdersOf = ({ values }: MailSample, productName: string): { name: string; sample: string }[] =>
  Object.entries({ productName, ...values })
    .filter(([name, sample]) => !HIDDEN.has(name) && sample !== '')
    .map(([name, sample]) => ({ name, sample }));
