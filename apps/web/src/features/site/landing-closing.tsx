import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './landing-closing.module.css';

/** The last word, for those who have read down to here. */
export function LandingClosing() {
  return (
    <section className={classes.closing} aria-labelledby="closing">
      <div>
        <h2 id="closing" className={classes.title}>
          Bring your clients. We bring the overview.
        </h2>
        <p className={classes.lead}>
          Show us how you keep track today. In the demo you see what your Monday morning could look like.
        </p>
      </div>
      <div className={classes.ways}>
        <Button component={Link} to="/schedule-demo" size="lg" className={classes.first}>
          Schedule a Demo
        </Button>
        <Button component={Link} to="/pricing" size="lg" className={classes.second}>
          Pricing
        </Button>
      </div>
    </section>
  );
}
