/** Smaller pictures are read faster, and codes still have enough lines. */
const WIDTH = 800;
const PAUSE_MS = 120;

type Answer = { code: string | null } | { problem: string };

/** Why the camera shows nothing, for the person who holds it. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'This page may not use the camera. Allow it in your browser, or type the code.';
  if (name === 'NotFoundError') return 'This device has no camera. Type the code instead.';
  return 'The camera could not be used. Type the code instead.';
}

/**
 * Shows the camera in a video and reads codes of packs from it until the signal aborts.
 * @param onProblem is called once, and nothing is read after it
 */
export async function scanCamera(
  video: HTMLVideoElement,
  {
    onCode,
    onProblem,
    signal,
  }: { onCode: (code: string) => void; onProblem: (text: string) => void; signal: AbortSignal },
): Promise<void> {
  try {
    const media = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: 1280 } });
    const stop = () => {
      for (const track of media.getTracks()) track.stop();
    };
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener('abort', stop);
    video.srcObject = media;
    await video.play();
  } catch (error) {
    if (!signal.aborted) onProblem(cameraProblem(error));
    return;
  }
  const worker = new Worker(new URL('./foodlogs.barcode-worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const failed = () => onProblem('Codes cannot be read on this device. Type the code instead.');
  worker.addEventListener('error', failed);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (signal.aborted) return;
    if ('problem' in data) failed();
    else if (data.code !== null) onCode(data.code);
    else setTimeout(() => !signal.aborted && send(), PAUSE_MS);
  });
  const canvas = document.createElement('canvas');
  const send = () => {
    const picture = frameOf(video, canvas);
    if (picture) worker.postMessage(picture);
    else setTimeout(() => !signal.aborted && send(), PAUSE_MS);
  };
  send();
}

/** The frame that the video shows; null before the first one. */
function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  canvas.width = Math.min(WIDTH, videoWidth);
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}
