import type { MailDetails, PlatformSettings } from '@stridewell/contract/settings/settings';
import { DEFAULT_AI_LIMITS, NO_BANNER, SWITCH_TEXTS } from '@stridewell/contract/settings/settings.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { aCoach, anOperator } from '../../../test/people.ts';
import { json, server } from '../../../test/server.ts';
import { AiSection } from './ai-section.tsx';
import { BannerSection } from './banner-section.tsx';
import { DemosSection } from './demos-section.tsx';
import { settingsQuery } from './settings.queries.ts';
import { SwitchesSection } from './switches-section.tsx';

const PATH = '/rest/v1/operator/settings';

const theSettings = (changes: Partial<PlatformSettings> = {}): PlatformSettings => ({
  demos: {
    version: 0,
    value: {
      timeZone: 'America/Los_Angeles',
      hours: [{ weekday: 1, fromMinute: 540, toMinute: 1020 }],
      daysOff: [],
      noticeHours: 4,
      horizonDays: 30,
    },
  },
  banner: { version: 0, value: NO_BANNER },
  switches: { version: 0, value: { off: [] } },
  ai: { version: 0, value: DEFAULT_AI_LIMITS },
  aiSpentCents: null,
  ...changes,
});

type SectionOf = (settings: PlatformSettings) => ReactNode;

const Section = ({ of }: { of: SectionOf }) => of(useSuspenseQuery(settingsQuery()).data);

/** Mounts one section of the settings, with what is saved. */
async function mountSection(of: SectionOf, changes: Partial<PlatformSettings> = {}) {
  server.on(`GET ${PATH}`, theSettings(changes));
  await mount(<Section of={of} />);
}

function saves(section: string): unknown[] {
  const sent: unknown[] = [];
  server.on(`PUT ${PATH}/${section}`, async (request) => {
    sent.push(await request.json());
    return json({ version: 1 });
  });
  return sent;
}

describe('the settings of the platform', () => {
  it('turn a feature off', async () => {
    await mountSection(({ switches }) => <SwitchesSection loaded={switches} />);
    const sent = saves('switches');
    fireEvent.click(await screen.findByLabelText(SWITCH_TEXTS.contact_form.label));
    fireEvent.click(screen.getByRole('button', { name: 'Save features' }));
    expect(await screen.findByText('Settings saved')).toBeDefined();
    expect(sent).toEqual([{ value: { off: ['contact_form'] }, basedOn: 0 }]);
  });

  it('keep what was typed when another operator was faster, until it is replaced', async () => {
    await mountSection(({ banner }) => <BannerSection loaded={banner} />);
    const message = 'Another operator changed these settings meanwhile, so nothing was saved.';
    server.refuse(`PUT ${PATH}/banner`, 409, 'SETTINGS_CHANGED', message);
    const field = await screen.findByLabelText('Text');
    fireEvent.change(field, { target: { value: 'We move on Sunday.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save message' }));
    expect(await screen.findByText('Another operator changed these settings')).toBeDefined();
    expect(screen.getByDisplayValue('We move on Sunday.')).toBeDefined();
    server.on(`GET ${PATH}`, theSettings({ banner: { version: 2, value: { ...NO_BANNER, text: 'From the other' } } }));
    fireEvent.click(screen.getByRole('button', { name: 'Load the newer settings' }));
    expect(await screen.findByDisplayValue('From the other')).toBeDefined();
  });

  it('set the hours of demos, and name hours that are too short', async () => {
    await mountSection(({ demos }) => <DemosSection loaded={demos} />);
    const sent = saves('demos');
    const end = await screen.findByLabelText('Monday, to');
    fireEvent.change(end, { target: { value: '09:10' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save hours' }));
    expect(await screen.findByText(/at least 30 minutes apart/)).toBeDefined();
    fireEvent.change(end, { target: { value: '00:00' } });
    fireEvent.change(screen.getByLabelText('Days off'), { target: { value: '2027-01-01 2027-12-25' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save hours' }));
    expect(await screen.findByText('Settings saved')).toBeDefined();
    expect(sent).toMatchObject([
      {
        basedOn: 0,
        value: {
          hours: [{ weekday: 1, fromMinute: 540, toMinute: 1440 }],
          daysOff: ['2027-01-01', '2027-12-25'],
          noticeHours: 4,
        },
      },
    ]);
  });

  it('limit the use of AI in dollars', async () => {
    await mountSection(({ ai, aiSpentCents }) => <AiSection loaded={ai} spentCents={aiSpentCents} />, {
      aiSpentCents: 1234.4,
    });
    const sent = saves('ai');
    expect(await screen.findByText(/have cost \$12\.34 this month/)).toBeDefined();
    fireEvent.change(screen.getByLabelText('Monthly ceiling'), { target: { value: '$25.50' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save limits' }));
    expect(await screen.findByText('Settings saved')).toBeDefined();
    expect(sent).toEqual([{ basedOn: 0, value: { ...DEFAULT_AI_LIMITS, monthlyCents: 2550 } }]);
  });
});

describe('the mails', () => {
  const MAILS = '/rest/v1/operator/mail_templates';
  const aMail: MailDetails = {
    name: 'invitation',
    label: 'Client invitation',
    about: 'When a coach invites a client.',
    changed: false,
    parts: ['subject', 'introduction'],
    placeholders: [{ name: 'coachName', sample: 'Maya Okafor' }],
    texts: { subject: '', introduction: '' },
    version: 0,
    preview: { subject: 'Maya invites you', html: '<p>Hello</p>', text: 'Hello in plain text' },
  };

  it('are shown in a frame without scripts and changed after a look at the preview', async () => {
    server.on(`GET ${MAILS}`, { mails: [aMail] });
    server.on(`GET ${MAILS}/invitation`, aMail);
    server.on(`GET ${PATH}`, theSettings());
    await openApp('/operator/settings?section=mails', anOperator());
    fireEvent.click(await screen.findByRole('link', { name: /Client invitation/ }));
    const frame = await screen.findByTitle('Preview of the email');
    expect(frame.getAttribute('sandbox')).toBe('');
    const preview = { ...aMail.preview, subject: 'A new subject' };
    server.on(`POST ${MAILS}/invitation/preview`, preview);
    fireEvent.change(screen.getByLabelText('Subject'), { target: { value: 'A new subject' } });
    fireEvent.click(screen.getByRole('button', { name: 'Update preview' }));
    expect(await screen.findByText('A new subject')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Plain text' }));
    expect(await screen.findByText('Hello in plain text')).toBeDefined();
    const message = 'This email has no {url}. Please use one of the placeholders below.';
    server.refuse(`PUT ${MAILS}/invitation`, 422, 'UNKNOWN_PLACEHOLDER', message);
    fireEvent.click(screen.getByRole('button', { name: 'Save email' }));
    expect(await screen.findByText(message)).toBeDefined();
  });
});

describe('the message on top of all pages', () => {
  const aBanner = {
    version: 3,
    text: 'We move on Sunday.',
    tone: 'info',
    from: null,
    until: null,
    dismissible: true,
  } as const;
  const open = (changes: { from?: string; until?: string } = {}) =>
    openApp('/privacy-policy', aCoach({ notices: { banner: { ...aBanner, ...changes }, off: [] } }));

  it('is shown until it is closed, and a newer one is shown again', async () => {
    localStorage.clear();
    await open();
    const message = within(await screen.findByRole('region', { name: 'Message from the team' }));
    expect(message.getByText('We move on Sunday.')).toBeDefined();
    fireEvent.click(message.getByRole('button', { name: 'Close message' }));
    expect(screen.queryByText('We move on Sunday.')).toBeNull();
    expect(localStorage.getItem('dismissed-banner')).toBe('3');
  });

  it('is not shown before its time', async () => {
    await open({ from: '2199-01-01T00:00:00.000Z' });
    expect(await screen.findByRole('main')).toBeDefined();
    expect(screen.queryByText('We move on Sunday.')).toBeNull();
  });
});

describe('a contact form that is turned off', () => {
  it('says so and gives the address', async () => {
    await openApp('/contact', aCoach({ notices: { banner: null, off: ['contact_form'] } }));
    expect(await screen.findByText('The contact form is closed')).toBeDefined();
    expect(screen.queryByLabelText('First name')).toBeNull();
  });
});
