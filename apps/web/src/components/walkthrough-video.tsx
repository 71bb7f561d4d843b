import classes from './walkthrough-video.module.css';

/** A recording of somebody else's player. It gets no more rights than it needs to play. */
export function WalkthroughVideo({ title, src }: { title: string; src: string }) {
  return (
    <iframe
      className={classes.player}
      title={title}
      src={src}
      loading="lazy"
      allow="fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-popups"
      referrerPolicy="strict-origin"
    />
  );
}
