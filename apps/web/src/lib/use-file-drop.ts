import { type DragEvent, useRef, useState } from 'react';

/** Accepts dropped files on an element. `over` is true while files are dragged above it. */
export function useFileDrop(onFiles: ((files: File[]) => void) | null) {
  const [over, setOver] = useState(false);
  // Entering a child also leaves its parent, so enters and leaves are counted.
  const depth = useRef(0);
  const holdsFiles = (event: DragEvent) => onFiles !== null && event.dataTransfer.types.includes('Files');
  const enter = (event: DragEvent, step: number) => {
    if (!holdsFiles(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setOver(depth.current > 0);
  };
  return {
    over,
    handlers: {
      onDragEnter: (event: DragEvent) => enter(event, 1),
      onDragLeave: (event: DragEvent) => enter(event, -1),
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles?.([...event.dataTransfer.files]);
      },
    },
  };
}
