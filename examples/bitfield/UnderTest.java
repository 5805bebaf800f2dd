import static ttfint.Binding.params;
import static ttfint.Binding.result;

import org.apache.commons.lang3.BitField;
import ttfint.Codec;
import ttfint.Program;

/**
 * Serves BitField of Apache Commons Lang: a field of the upper four bits of an int. These faults can be switched on:
 *
 * <pre>
 * BITFIELD_FAULT=clear-all      clear clears the other bits too
 * BITFIELD_FAULT=boolean-alone  setBoolean does not call clear
 * </pre>
 */
public final class UnderTest {
    private UnderTest() {}

    public static void main(String[] args) {
        String fault = System.getenv().getOrDefault("BITFIELD_FAULT", "");
        Program<BitField> p = new Program<>(BitField.class);
        p.make(() -> new BitField(0xF0000000) { // calls of these methods are seen, also those that BitField makes
            @Override
            public int getRawValue(int holder) {
                return p.call("getRawValue", this, () -> super.getRawValue(holder), holder);
            }

            @Override
            public int set(int holder) {
                return p.call("set", this, () -> super.set(holder), holder);
            }

            @Override
            public int clear(int holder) {
                return p.call("clear", this, () -> fault.equals("clear-all") ? 0 : super.clear(holder), holder);
            }

            @Override
            public int setBoolean(int holder, boolean flag) {
                if (fault.equals("boolean-alone") && !flag) {
                    return holder & ~0xF0000000;
                }
                return super.setBoolean(holder, flag);
            }
        });
        p.type(boolean.class, Codec.of(Codec.strings("no", "yes"), flag -> flag ? "yes" : "no", "yes"::equals));
        p.unit("getRawValue", "getRawValue", params("holder?"), result("raw!"));
        p.unit("getValue", "getValue", params("holder?"), result("value!"));
        p.unit("setValue", "setValue", params("holder?", "value?"), result("changed!"));
        p.unit("set", "set", params("holder?"), result("changed!"));
        p.unit("clear", "clear", params("holder?"), result("changed!"));
        p.unit("setBoolean", "setBoolean", params("holder?", "flag?"), result("changed!"));
        p.intercept("getRawValue", "getValue").intercept("set", "setBoolean").intercept("clear", "setBoolean");
        p.serve();
    }
}
