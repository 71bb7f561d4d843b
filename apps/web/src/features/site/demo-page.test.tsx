import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { json, server } from '../../../test/server.ts';

const SAVE = 'POST /rest/v1/form_submissions';
const TELL = 'POST /functions/v1/process-form-submission';

const fieldOf = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const fill = (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) fireEvent.change(fieldOf(label), { target: { value } });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

const STEP_1 = { 'Full name': 'Vera Lind', Email: 'vera@example.com', 'Instagram or website': '@vera' };
const STEP_2 = { 'What eats most': 'Check-ins', 'Which tools': 'Sheets & paper' };

/** The page as after a page load, which starts with nothing in memory. */
async function open() {
  vi.resetModules();
  const [{ DemoPage }, { DemoRequest }, { DemoSteps }] = await Promise.all([
    import('./demo-page.tsx'),
    import('./demo-request.tsx'),
    import('./demo-steps.tsx'),
  ]);
  await mount(<DemoPage steps={<DemoSteps />} request={<DemoRequest onDone={() => undefined} />} />);
}

/** Fills in the first two steps. */
async function openStep3(opened: () => Promise<unknown> = open) {
  await opened();
  await screen.findByText('Early Access');
  fill(STEP_1);
  press('Next');
  await heading('Client Load & Tools');
  fill({ ...STEP_2, 'How many clients': '25' });
  press('Next');
  await heading('Goals & Alignment');
  await screen.findByLabelText(/^What would your coaching/);
  fill({ 'What would your coaching': 'Free evenings' });
}

const frame = () => screen.findByTitle<HTMLIFrameElement>('Choose a time');

const SCHEDULED = {
  event: 'calendly.event_scheduled',
  payload: { event: { uri: 'https://x/1' }, invitee: { uri: 'https://x/2' } },
};
const tell = (source: Window | null, data: unknown = SCHEDULED, origin = window.location.origin) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.on(SAVE, async (request: Request) => json({ id: (await request.json()).id }));
  server.on(TELL, { success: true });
});
afterEach(() => window.sessionStorage.clear());

describe('the questionnaire', () => {
  it('continues only when a step is complete', async () => {
    await open();
    fill({ ...STEP_1, Email: 'nowhere', 'Full name': ' ' });
    press('Next');
    expect(await screen.findByText('Please complete all required fields')).toBeDefined();
    expect(screen.getByText('Some required fields are not filled in properly.')).toBeDefined();
    expect(screen.getByText('Please fill this in')).toBeDefined();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(document.activeElement).toBe(fieldOf('Full name'));
    fill({ 'Full name': 'Vera' });
    expect(screen.queryByText('Please fill this in')).toBeNull();
    fill(STEP_1);
    press('Next');
    expect(document.activeElement).toBe(await heading('Client Load & Tools'));
    expect(
      screen.getByRole('list', { name: 'Progress' }).querySelector('[aria-current="step"]')?.textContent,
    ).toContain('Client Load & Tools');
    await waitFor(() => expect(screen.queryByText('Please complete all required fields')).toBeNull());
  });

  it('goes back with every answer kept', async () => {
    await openStep3();
    press('Previous');
    await heading('Client Load & Tools');
    expect(fieldOf('How many clients')).toHaveProperty('value', '25');
    press('Previous');
    await heading('Coach Identity & Motivation');
    expect(fieldOf('Full name')).toHaveProperty('value', 'Vera Lind');
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  });

  it.each([
    ['', '1'],
    ['-4', '1'],
    ['many', '1'],
    ['12.9', '12'],
  ])('lets "%s" be typed as a number of clients and counts %s', async (typed, counted) => {
    await open();
    fill(STEP_1);
    press('Next');
    await heading('Client Load & Tools');
    const clients = fieldOf('How many clients');
    fireEvent.change(clients, { target: { value: typed } });
    expect(clients).toHaveProperty('value', typed);
    fireEvent.blur(clients);
    expect(clients).toHaveProperty('value', counted);
  });

  it('is where it was after a reload', async () => {
    await openStep3();
    cleanup();
    await open();
    await heading('Goals & Alignment');
    expect(await screen.findByLabelText(/^What would your coaching/)).toHaveProperty('value', 'Free evenings');
  });

  it.each(['{', '[]', '{"answers":3}', '{"step":9,"answers":{"full_name":7,"client_count":"x"},"scheduling":true}'])(
    'starts afresh from %s in the storage',
    async (stored) => {
      window.sessionStorage.setItem('demo-request', stored);
      await open();
      await heading('Coach Identity & Motivation');
      expect(fieldOf('Full name')).toHaveProperty('value', '');
    },
  );
});

describe('the time of the demo', () => {
  it('is chosen in a frame that knows the answers, while they are saved', async () => {
    const rows: Record<string, unknown>[] = [];
    server.on(SAVE, async (request: Request) => {
      rows.push(await request.json());
      return json({ id: rows[0]?.id });
    });
    await openStep3();
    press('Schedule Demo');
    const { src } = await frame();
    expect(src).toBe(
      `${window.location.origin}/booking/demo?name=Vera%20Lind&email=vera%40example.com&a1=%3C6%20months&a2=Sheets%20%26%20paper&a3=25`,
    );
    expect(screen.getByText('By video call')).toBeDefined();
    expect(screen.getByText('30 minutes')).toBeDefined();
    await waitFor(() => expect(server.count(TELL)).toBe(1));
    expect(rows).toEqual([
      expect.objectContaining({
        full_name: 'Vera Lind',
        monthly_clients: 25,
        time_suck: 'Check-ins',
        tools_used: 'Sheets & paper',
        feedback_willing: true,
        form_source: 'Demo',
      }),
    ]);
    expect(JSON.parse(window.localStorage.getItem('coachProfile') ?? 'null')).toMatchObject({
      name: 'System Operator',
      email: 'vera@example.com',
      role: 'Operator',
    });
    press('Back to Questionnaire');
    await heading('Goals & Alignment');
    press('Schedule Demo');
    await frame();
    expect(server.count(SAVE)).toBe(1);
  });

  it('says nothing about a failure to save, and tries again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.refuse(SAVE, 500, 'INTERNAL_SERVER_ERROR', 'Internal');
    await openStep3();
    press('Schedule Demo');
    await frame();
    await waitFor(() => expect(server.count(SAVE)).toBe(1));
    server.on(SAVE, { id: '0190a5a0-0000-7000-8000-000000000009' });
    await act(() => vi.advanceTimersByTimeAsync(2500));
    await waitFor(() => expect(server.count(TELL)).toBe(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the page', () => {
  it('is booked when the frame says so, and only then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const app = await openApp('/schedule-demo', null);
    await openStep3(async () => app);
    press('Schedule Demo');
    const { contentWindow } = await frame();
    await tell(window);
    await tell(contentWindow, SCHEDULED, 'https://evil.example');
    await tell(contentWindow, null);
    expect(screen.queryByText('Check your email to confirm')).toBeNull();
    await tell(contentWindow);
    expect(await screen.findByText('Check your email to confirm')).toBeDefined();
    expect(window.sessionStorage.getItem('demo-request')).toBeNull();
    expect(app.path()).toBe('/schedule-demo');
    await act(() => vi.advanceTimersByTimeAsync(3100));
    await waitFor(() => expect(app.path()).toBe('/schedule-demo-confirmed'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Confirm your demo' })).toBeDefined();
  });
});
