import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

type Props = Parameters<typeof UnsavedChanges>[0];

/** A page with a form, and another page to leave for. */
async function open(props: Props, history = createMemoryHistory({ initialEntries: ['/form'] })) {
  const rootRoute = createRootRoute();
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component });
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      page('/form', () => (
        <>
          <h1>Form</h1>
          <UnsavedChanges {...props} />
        </>
      )),
      page('/other', () => <h1>Other page</h1>),
    ]),
    history,
  });
  show(<RouterProvider router={router as never} />);
  await screen.findByRole('heading', { name: 'Form' });
  const leave = () => void router.history.push('/other');
  return { leave, path: () => router.history.location.pathname };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Whether the browser would ask before it closes the page. */
function asksOnClosing(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('unsaved changes', () => {
  it('keep the page until the person decides to leave', async () => {
    const page = await open({ unsaved: true });
    page.leave();
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(page.path()).toBe('/form');
    press('Leave without saving');
    await screen.findByRole('heading', { name: 'Other page' });
  });

  it('stay on the page after "Keep editing"', async () => {
    const page = await open({ unsaved: true });
    page.leave();
    await screen.findByRole('dialog');
    press('Keep editing');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.path()).toBe('/form');
    expect(screen.getByRole('heading', { name: 'Form' })).toBeDefined();
  });

  it.each<[string, Props]>([
    ['there are none', { unsaved: false }],
    ['they are being saved', { unsaved: true, mayLeave: () => true }],
  ])('do not ask while %s', async (_when, props) => {
    const page = await open(props);
    page.leave();
    await screen.findByRole('heading', { name: 'Other page' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([true, false])('warn about closing the tab: %s', async (unsaved) => {
    // Only the history of a real tab hears that it closes.
    window.history.replaceState({}, '', '/form');
    await open({ unsaved }, createBrowserHistory());
    expect(asksOnClosing()).toBe(unsaved);
  });
});
