import { deviceStorage } from '../../device/storage.ts';
import { Store } from '../../lib/store.ts';

/** `endsAt`: milliseconds since 1970. `seconds`: the whole rest. */
export type Rest = { endsAt: number; seconds: number };

const KEY = 'stridewell.rest';
const TONE_HZ = 880;
const TONE_S = 0.35;

/** An end in the past is shown for this long. */
const REST_SHOWN_MS = 10_000;

function readRest(): Rest | null {
  const value = deviceStorage.read(KEY);
  if (typeof value !== 'object' || value === null || !('endsAt' in value) || !('seconds' in value)) return null;
  const { endsAt, seconds } = value;
  return typeof endsAt === 'number' && typeof seconds === 'number' && endsAt + REST_SHOWN_MS > Date.now()
    ? { endsAt, seconds }
    : null;
}

/**
 * The rest between two sets. Its end is a time on the device, so that a locked screen or a reload does not stop it. The
 * tone sounds while the page is awake; a notification appears where the browser allows it.
 */
class RestTimer extends Store<Rest | null> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #audio: AudioContext | null = null;

  constructor() {
    super(null);
    const rest = readRest();
    if (rest) this.#begin(rest);
  }

  /** Call it in the tap that ends a set: browsers allow sound only from there. */
  start(seconds: number): void {
    this.#unlockSound();
    if (seconds > 0) this.#begin({ endsAt: Date.now() + seconds * 1000, seconds });
    else this.stop();
  }

  add(seconds: number): void {
    const rest = this.getSnapshot();
    if (rest)
      this.#begin({ endsAt: Math.max(rest.endsAt, Date.now()) + seconds * 1000, seconds: rest.seconds + seconds });
  }

  stop(): void {
    clearTimeout(this.#timer);
    deviceStorage.remove(KEY);
    this.set(null);
  }

  #begin(rest: Rest): void {
    clearTimeout(this.#timer);
    // While the storage is full, the rest counts on, and only a reload ends it.
    deviceStorage.write(KEY, rest);
    this.set(rest);
    const left = rest.endsAt - Date.now();
    if (left > 0) this.#timer = setTimeout(() => this.#end(), left);
  }

  #end(): void {
    this.#playTone();
    navigator.vibrate?.([200, 100, 200]);
    if (document.hidden) void notifyRestOver();
    this.#timer = setTimeout(() => this.stop(), REST_SHOWN_MS);
  }

  #unlockSound(): void {
    if (typeof AudioContext === 'undefined') return;
    this.#audio ??= new AudioContext();
    void this.#audio.resume();
  }

  #playTone(): void {
    const audio = this.#audio;
    if (!audio) return;
    void audio.resume();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = TONE_HZ;
    volume.gain.setValueAtTime(0.3, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + TONE_S);
  }
}

/** Only where the person has allowed notifications. */
async function notifyRestOver(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification('Rest is over', { body: 'Time for your next set.', tag: 'rest' });
}

export const restTimer = new RestTimer();
