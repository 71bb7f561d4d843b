import { useEffect } from 'react';

/** Keeps the screen on while `wanted`, where the browser allows it. Asked again each time the page becomes visible. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const request = async () => {
      if (document.hidden || isOver) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Refused to save the battery: the screen turns off as usual, and nothing is lost.
      }
    };
    const onVisible = () => void request();
    document.addEventListener('visibilitychange', onVisible);
    void request();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, [wanted]);
}
