import classes from './stride-drawing.module.css';

/** A path that climbs over hills, with a mark at its current point. */
export function StrideDrawing() {
  return (
    <svg viewBox="0 0 560 440" className={classes.drawing} aria-hidden="true" focusable="false">
      <circle cx="428" cy="104" r="46" className={classes.sun} />
      <path className={classes.far} d="M0 268 C 70 214 128 206 190 240 S 316 270 378 206 S 502 150 560 182 V440 H0 Z" />
      <path
        className={classes.middle}
        d="M0 330 C 84 282 150 288 226 318 S 372 330 438 278 S 528 248 560 256 V440 H0 Z"
      />
      <path className={classes.near} d="M0 394 C 96 356 170 366 258 386 S 432 388 560 344 V440 H0 Z" />
      <path
        className={classes.track}
        d="M28 412 C 120 404 96 348 176 340 S 236 300 300 290 S 372 236 414 214 S 470 172 500 168"
      />
      {[
        [28, 412],
        [176, 340],
        [300, 290],
        [414, 214],
      ].map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={cy} r="6" className={classes.step} />
      ))}
      <circle cx="500" cy="168" r="18" className={classes.halo} />
      <circle cx="500" cy="168" r="9" className={classes.now} />
    </svg>
  );
}
