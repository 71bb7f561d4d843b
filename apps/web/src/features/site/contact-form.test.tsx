import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { json, server } from '../../../test/server.ts';
import { ContactForm } from './contact-form.tsx';

const CALL = 'POST /functions/v1/secure-form-submission';
const FILLED = {
  'First name': 'Vera',
  'Last name': 'Lind',
  'Business name': 'Lind Strength',
  'Business phone': '555 0100',
  'Business email': 'vera@example.com',
};

const fieldOf = (label: string) => screen.getByLabelText(new RegExp(`^${label.replace('?', '\\?')}`));
const fill = (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(fieldOf(label), { target: { value } });
};
const press = () => fireEvent.click(screen.getByRole('button', { name: /^Send/ }));

/** Mounts the form, at a moment from which enough time has passed for a person to have filled it in. */
async function open({ seconds = 10 } = {}) {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-03T12:00:00Z'));
  await mount(<ContactForm />);
  now.mockReturnValue(Date.parse('2026-03-03T12:00:00Z') + seconds * 1000);
}

const sent: Record<string, unknown>[] = [];
const answerWith = (answer: () => Response | Promise<Response>) =>
  server.on(CALL, async (request: Request) => {
    sent.push(await request.json());
    return answer();
  });

beforeEach(() => {
  sent.length = 0;
});

describe('the contact form', () => {
  it('sends once for two clicks, says so, and is empty again', async () => {
    await open();
    const answer = Promise.withResolvers<Response>();
    answerWith(() => answer.promise);
    fill(FILLED);
    press();
    press();
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDefined();
    press();
    answer.resolve(json({ success: true, error: null }));
    expect(await screen.findByText('Message sent!')).toBeDefined();
    expect(screen.getByText("We've received your message and will get back to you soon.")).toBeDefined();
    await waitFor(() => expect(fieldOf('First name')).toHaveProperty('value', ''));
    expect(server.count(CALL)).toBe(1);
    expect(sent[0]).toMatchObject({ formType: 'contact', honeypotValue: '', formData: { lastName: 'Lind' } });
  });

  it('names what is missing, in one message and beside the fields', async () => {
    await open();
    fill({ ...FILLED, 'Last name': ' ', 'Business phone': '' });
    press();
    expect(await screen.findByText('Something went wrong')).toBeDefined();
    expect(screen.getByText('Please complete all required fields: Last name, Business phone')).toBeDefined();
    expect(screen.getAllByText('Please fill this in')).toHaveLength(2);
    expect(document.activeElement).toBe(fieldOf('Last name'));
    expect(server.count(CALL)).toBe(0);
  });

  it('clears what belongs to another channel', async () => {
    await open();
    const choose = (value: string) => fill({ 'How did you find us?': value });
    expect(screen.queryByLabelText('Where?')).toBeNull();
    choose('Referral');
    fill({ 'Who told you': 'Jonas' });
    choose('Other');
    expect(screen.queryByLabelText(/^Who told you/)).toBeNull();
    fill({ 'Where?': 'A fair' });
    choose('Referral');
    expect(fieldOf('Who told you')).toHaveProperty('value', '');
    choose('Other');
    expect(fieldOf('Where?')).toHaveProperty('value', '');
  });

  it('has a trap that people do not notice, and is not sent once the trap is filled in', async () => {
    await open();
    fill(FILLED);
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull();
    const trap = screen.getByLabelText('Website');
    expect(trap.tabIndex).toBe(-1);
    expect(trap.getAttribute('autocomplete')).toBe('off');
    fill({ Website: 'http://spam.example' });
    press();
    expect(await screen.findByText('Security validation failed. Please try again.')).toBeDefined();
    expect(server.count(CALL)).toBe(0);
  });

  it('refuses a form that is filled in within a moment', async () => {
    await open({ seconds: 1 });
    fill(FILLED);
    press();
    expect(await screen.findByText('Security validation failed. Please try again.')).toBeDefined();
    expect(server.count(CALL)).toBe(0);
  });

  it.each([
    ['in the words of the server', { success: false, error: 'Please use a work address' }, 'Please use a work address'],
    ['without words', { success: false, error: null }, 'Form submission failed'],
    ['for a program', { success: false, error: 'Bot detected' }, 'Security validation failed. Please try again.'],
    [
      'for haste',
      { success: false, error: 'Form filled too quickly' },
      'Security validation failed. Please try again.',
    ],
  ])('says when it was refused %s', async (_, body, text) => {
    await open();
    answerWith(() => json(body));
    fill(FILLED);
    press();
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByText('Something went wrong')).toBeDefined();
    expect(fieldOf('First name')).toHaveProperty('value', 'Vera');
  });

  const failure = (status: number, code: string, message: string) => () =>
    json({ defined: true, code, status, message }, status);

  it.each([
    ['a failure', failure(500, 'INTERNAL_SERVER_ERROR', 'Internal'), 'Failed to submit form'],
    [
      'no connection',
      () => Promise.reject(new TypeError('fetch')),
      'Unable to send your message. Please try again later.',
    ],
    [
      'too many',
      failure(429, 'RATE_LIMITED', 'Too many attempts. Wait a moment.'),
      'Too many attempts. Wait a moment.',
    ],
  ])('keeps everything after %s, and tries again under the same id', async (_, answer, text) => {
    await open();
    answerWith(answer);
    fill(FILLED);
    press();
    expect(await screen.findByText(text)).toBeDefined();
    expect(fieldOf('Business email')).toHaveProperty('value', 'vera@example.com');
    answerWith(() => json({ success: true, error: null }));
    await waitFor(() => screen.getByRole('button', { name: 'Send Message' }));
    press();
    expect(await screen.findByText('Message sent!')).toBeDefined();
    expect(sent[1]?.id).toBe(sent[0]?.id);
    fill(FILLED);
    press();
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.id).not.toBe(sent[0]?.id);
  });
});

describe('the page', () => {
  it('is named', async () => {
    const app = await openApp('/contact', null);
    await screen.findByRole('heading', { level: 1, name: 'Get in Touch' });
    expect(fieldOf('First name')).toBeDefined();
    expect(document.title).toMatch(/^Contact Us\W+Stridewell$/);
    await app.go('/landing');
    await waitFor(() => expect(document.title).not.toContain('Contact Us'));
  });
});
