<<<<<<< HEAD
/** A document of the sample as the script makes it. */

/** Its dates are still open: they count back from the day of the sample. */
=======
/** What each script of the sample makes. */

/** A document with open dates. */
>>>>>>> main
export interface MadeDocument {
  key: string;
  kind: string;
  url: string;
  body: string;
}
