import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { aLoggable } from '../../../test/food-logs.ts';
import { mount } from '../../../test/mount.tsx';
import { server } from '../../../test/server.ts';
import { prepareDialogs } from '../../ui/dialog.tsx';
import { AddFoodDialog } from './add-food-dialog.tsx';

const CODE = '4006381333931';
const onAdd = vi.fn();
const stop = vi.fn();
/** The worker’s answers, one for each picture. */
let seen: (string | null)[];

class ReaderWorker extends EventTarget {
  postMessage() {
    const code = seen.shift() ?? null;
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { code } })));
  }
  readonly terminate = vi.fn();
}

const camera = (open: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: open } });

beforeAll(async () => void (await prepareDialogs()));
beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('Worker', ReaderWorker);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
    getImageData: () => ({}),
  } as never);
  camera(async () => ({ getTracks: () => [{ stop }] }));
  seen = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

async function scan() {
  await mount(
    <AddFoodDialog
      meal="Lunch"
      place={{ userId: 'u-1', coachId: 'c-1' }}
      foods={[]}
      units="metric"
      numbersOff={false}
      onAdd={onAdd}
      onClose={() => undefined}
    />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Scan a code' }));
  await screen.findByLabelText('Digits of the code');
}
const type = (code: string) => {
  fireEvent.change(screen.getByLabelText('Digits of the code'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Find food' }));
};

it('finds the food of a scanned pack, and offers one serving of it', async () => {
  const food = aLoggable({ name: 'Oat bar', portions: [{ name: 'bar', grams: 40 }], last: { value: 3, measure: 'g' } });
  server.on(`GET /rest/v1/food_logs/barcodes/${CODE}`, { food, entry: null });
  seen = [null, CODE];
  await scan();
  expect(await screen.findByRole('heading', { name: 'Oat bar' })).toBeDefined();
  expect(stop).toHaveBeenCalledOnce();
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1');
  expect(screen.getByLabelText('Measure')).toHaveProperty('value', 'bar');
  fireEvent.click(screen.getByRole('button', { name: 'Add to lunch' }));
  expect(onAdd).toHaveBeenCalledWith(expect.objectContaining({ name: 'Oat bar', quantity: 40 }));
});

it('says that the camera was refused, checks typed digits, and remembers an unknown code', async () => {
  camera(async () => {
    throw new DOMException('no', 'NotAllowedError');
  });
  const nutrients = { kcal: 250, protein: 5, carbohydrate: null, fat: null };
  server.on(`GET /rest/v1/food_logs/barcodes/${CODE}`, { food: null, entry: { name: 'Corner shop cake', nutrients } });
  await scan();
  expect(await screen.findByText(/^This page may not use the camera/)).toBeDefined();
  type('4006381333932');
  expect(screen.getByText('These are not the digits of a pack. Please check them.')).toBeDefined();
  type(' 4006381-333931');
  expect(await screen.findByText(`No food has the code ${CODE} yet. The next scan finds this entry.`)).toBeDefined();
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText('Name (optional)')).toHaveProperty('value', 'Corner shop cake');
  fireEvent.click(dialog.getByRole('button', { name: 'Add to lunch' }));
  await waitFor(() =>
    expect(onAdd).toHaveBeenCalledWith(
      expect.objectContaining({ kind: 'quick', name: 'Corner shop cake', barcode: CODE, nutrients }),
    ),
  );
});

it('keeps the code of a pack that cannot be looked up', async () => {
  server.on(`GET /rest/v1/food_logs/barcodes/${CODE}`, () => Response.error());
  await scan();
  type(CODE);
  fireEvent.click(await screen.findByRole('button', { name: 'Log it as a quick entry' }));
  expect(await screen.findByText(/^No food has the code/)).toBeDefined();
});

it('adds a food with an unknown code', async () => {
  server.on(`GET /rest/v1/food_logs/barcodes/${CODE}`, { food: null, entry: null });
  await scan();
  type(CODE);
  expect(await screen.findByLabelText('Barcode (optional)')).toHaveProperty('value', CODE);
});
