package ttfint;

/** Says that a value cannot be expressed in the protocol, or that the program cannot hold it. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Refused(String why) {
        super(why, null, false, false);
    }
}
